import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { SCHEMA_VERSION } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedContent, encodePaddedJson } from './padding.ts'
import {
  malformed,
  readArray,
  readCount,
  readFlag,
  readObject,
  readRecord,
  readText,
  readTime,
  unsupported,
} from './parse.ts'
import { readHash } from './records.ts'
import { readUnlockType, type UnlockType } from './unlock-method.ts'

/** A closed list of event types; `at` is ISO 8601. */
export type ActivityEvent =
  | ReleasedEvent
  | NotReleasedEvent
  | MethodChangeEvent
  | AccountChangeEvent
  | AppRevokedEvent
  | OlderVaultAcceptedEvent

type EventBase<Type extends string> = {
  readonly type: Type
  readonly at: string
  readonly device: string
}

/** Written before the release, so that no data leaves the vault unlogged. */
export type ReleasedEvent = {
  readonly auth_request_id: string
  readonly app: { readonly client_id: string; readonly name: string; readonly host: string }
  readonly scopes: readonly string[]
  readonly claims: readonly string[]
  /** In the order of `claims`. Missing where not even their hashes fit. */
  readonly values?: readonly LoggedValue[]
  /** Whether the claims were encrypted to the app's key. */
  readonly sealed: boolean
  /** SHA-256, base64url, over the JWE, or over the plain claims as canonical JSON (RFC 8785). */
  readonly claims_sha256: string
  /** Of a data update of the approval `auth_request_id`; absent for the approval itself. */
  readonly version?: number
} & EventBase<'released'>

/** Follows the entry of a release. `release_failed`: the app got nothing. `not_released`: the outcome is unknown. */
type NotReleasedEvent = {
  readonly auth_request_id: string
} & EventBase<'not_released' | 'release_failed'>

type MethodChangeEvent = {
  readonly method: UnlockType
  readonly unlock_id: string
} & EventBase<'method_added' | 'method_removed'>

type AccountChangeEvent = EventBase<(typeof ACCOUNT_EVENTS)[number]>

type AppRevokedEvent = {
  readonly client_id: string
  /** The vault's name for the app. */
  readonly name: string
} & EventBase<'app_revoked'>

/** The owner knowingly accepted a vault that does not continue the device's memory. */
type OlderVaultAcceptedEvent = {
  readonly seen_gen: number
  readonly accepted_gen: number
} & EventBase<'older_vault_accepted'>

const ACCOUNT_EVENTS = [
  'password_changed',
  'login_name_changed',
  'recovery_key_replaced',
  'account_key_rotated',
  'exported',
  'imported',
] as const

const NAMES_LIMIT = 500
const WHAT = 'entry of your account’s log'
const APP = { client_id: readText, name: readText, host: readText }

/** Validates with our own reader, so that it can be read again. @throws VaultError `malformed`, `too_large` */
export function encodeActivityEvent(event: ActivityEvent): Bytes {
  const plaintext = encodePaddedJson({ sv: SCHEMA_VERSION, ...readActivityEvent(event) })
  if (plaintext.length > LIMITS.activityBytes) {
    throw new VaultError('too_large', 'This is too much for one entry of your account’s log.')
  }
  return plaintext
}

/** @throws VaultError `tampered`, `unsupported`, `malformed` */
export function decodeActivityEvent(plaintext: Bytes): ActivityEvent {
  return readActivityEvent(decodePaddedContent(plaintext, WHAT))
}

/** Fields in one fixed order: equal events are equal JSON. @throws VaultError `unsupported`, `malformed` */
export function readActivityEvent(value: unknown): ActivityEvent {
  const type = readText(readObject(value, WHAT)['type'], WHAT)
  switch (type) {
    case 'released':
      return readReleased(value)
    case 'not_released':
    case 'release_failed':
      return readEvent(value, type, { auth_request_id: readText })
    case 'method_added':
    case 'method_removed':
      return readEvent(value, type, { unlock_id: readText, method: readUnlockType })
    case 'app_revoked':
      return readEvent(value, type, { client_id: readText, name: readText })
    case 'older_vault_accepted':
      return readEvent(value, type, { seen_gen: readCount, accepted_gen: readCount })
    default:
      return readEvent(value, readAccountEventType(type), {})
  }
}

function readEvent<Type extends string, Readers extends Parameters<typeof readRecord>[1]>(
  value: unknown,
  type: Type,
  readers: Readers,
) {
  return readRecord(value, { type: () => type, at: readTime, device: readText, ...readers }, WHAT)
}

function readReleased(value: unknown): ReleasedEvent {
  const given = readObject(value, WHAT)
  const values = Object.hasOwn(given, 'values') ? { values: readLoggedValues } : {}
  const version = Object.hasOwn(given, 'version') ? { version: readCount } : {}
  const app = (each: unknown) => readRecord(each, APP, WHAT)
  const what = { auth_request_id: readText, app, scopes: readNames, claims: readNames }
  const event: ReleasedEvent = readEvent(value, 'released', {
    ...what,
    ...values,
    sealed: readFlag,
    claims_sha256: readHash,
    ...version,
  })
  if (event.values && event.values.length !== event.claims.length) throw malformed(WHAT)
  return event
}

function readNames(value: unknown): readonly string[] {
  return readArray(value, NAMES_LIMIT, WHAT).map((name) => readText(name, WHAT))
}

function readAccountEventType(type: string): AccountChangeEvent['type'] {
  const known = ACCOUNT_EVENTS.find((candidate) => candidate === type)
  if (known === undefined) throw unsupported(WHAT)
  return known
}

/** The text of a claim; its SHA-256 (base64url, of the UTF-8) where the text is too long for an entry. */
export type LoggedValue = string | { readonly sha256: string }

function readLoggedValues(value: unknown): readonly LoggedValue[] {
  if (!Array.isArray(value)) throw malformed(WHAT)
  const values: readonly unknown[] = value
  return values.map((each) =>
    typeof each === 'string' ? readText(each, WHAT) : readRecord(each, { sha256: readHash }, WHAT),
  )
}
