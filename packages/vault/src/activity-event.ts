import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { SCHEMA_VERSION } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedObject, encodePaddedJson } from './padding.ts'
import {
  type Fields,
  malformed,
  readBase64url,
  readCount,
  readExactFields,
  readFlag,
  readObject,
  readText,
  readTexts,
  readTime,
  unsupported,
} from './parse.ts'
import { HASH_BYTES } from './records.ts'
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
  /** In the order of `claims`. Missing in entries from older versions. */
  readonly values?: readonly LoggedValue[]
  /** Whether the claims were encrypted to the app's key. */
  readonly sealed: boolean
} & ReleasedHash &
  EventBase<'released'>

/** Base64url of SHA-256 over the data that the app gets. */
type ReleasedHash =
  | {
      /** Over the JWE, or over the plain claims as canonical JSON (RFC 8785). */
      readonly claims_sha256: string
    }
  | {
      /** Over the data token. In entries from older versions; still read, never written. */
      readonly data_token_sha256: string
    }

/** The release failed after its entry was written, or its outcome is unknown. */
type NotReleasedEvent = {
  readonly auth_request_id: string
} & EventBase<'not_released'>

type MethodChangeEvent = {
  readonly method: UnlockType
  readonly unlock_id: string
} & EventBase<'method_added' | 'method_removed'>

type AccountChangeEvent = EventBase<(typeof ACCOUNT_EVENTS)[number]>

type AppRevokedEvent = {
  readonly client_id: string
  /** The vault's name for the app. Missing in entries from older versions. */
  readonly name?: string
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
const BASE = ['type', 'at', 'device'] as const
const RELEASED = [...BASE, 'auth_request_id', 'app', 'scopes', 'claims', 'sealed'] as const

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
  const { sv, ...event } = decodePaddedObject(plaintext, WHAT)
  if (sv !== SCHEMA_VERSION) throw unsupported(WHAT)
  return readActivityEvent(event)
}

/** Fields in one fixed order: equal events are equal JSON. @throws VaultError `unsupported`, `malformed` */
export function readActivityEvent(value: unknown): ActivityEvent {
  const type = readText(readObject(value, WHAT)['type'], WHAT)
  switch (type) {
    case 'released':
      return readReleased(value)
    case 'not_released':
      return { type, ...readBase(value, ['auth_request_id']) }
    case 'method_added':
    case 'method_removed': {
      const { method, ...fields } = readBase(value, ['method', 'unlock_id'])
      return { type, ...fields, method: readUnlockType(method, WHAT) }
    }
    case 'app_revoked':
      if (!has(value, 'name')) return { type, ...readBase(value, ['client_id']) }
      return { type, ...readBase(value, ['client_id', 'name']) }
    case 'older_vault_accepted':
      return readOlderVaultAccepted(value)
    default:
      return { type: readAccountEventType(type), ...readBase(value, []) }
  }
}

function has(value: unknown, name: string): boolean {
  return Object.hasOwn(readObject(value, WHAT), name)
}

function readBase<Name extends string>(value: unknown, names: readonly Name[]) {
  const fields: Fields = readExactFields<string>(value, [...BASE, ...names], WHAT)
  const texts = Object.fromEntries(names.map((name) => [name, readText(fields[name], WHAT)])) as Record<Name, string>
  return { at: readTime(fields['at'], WHAT), device: readText(fields['device'], WHAT), ...texts }
}

function readReleased(value: unknown): ReleasedEvent {
  const hashed = has(value, 'data_token_sha256') ? 'data_token_sha256' : 'claims_sha256'
  const names = has(value, 'values') ? ([...RELEASED, 'values'] as const) : RELEASED
  const fields: Fields<(typeof RELEASED)[number] | typeof hashed> & { readonly values?: unknown } = readExactFields(
    value,
    [...names, hashed],
    WHAT,
  )
  const claims = readTexts(fields.claims, NAMES_LIMIT, WHAT)
  const hash = readBase64url(fields[hashed], HASH_BYTES, WHAT)
  const app = readExactFields(fields.app, ['client_id', 'name', 'host'], WHAT)
  return {
    type: 'released',
    at: readTime(fields.at, WHAT),
    device: readText(fields.device, WHAT),
    auth_request_id: readText(fields.auth_request_id, WHAT),
    app: {
      client_id: readText(app.client_id, WHAT),
      name: readText(app.name, WHAT),
      host: readText(app.host, WHAT),
    },
    scopes: readTexts(fields.scopes, NAMES_LIMIT, WHAT),
    claims,
    ...(names === RELEASED ? {} : { values: readLoggedValues(fields.values, claims, WHAT) }),
    sealed: readFlag(fields.sealed, WHAT),
    ...(hashed === 'claims_sha256' ? { claims_sha256: hash } : { data_token_sha256: hash }),
  }
}

function readOlderVaultAccepted(value: unknown): OlderVaultAcceptedEvent {
  const fields = readExactFields(value, [...BASE, 'seen_gen', 'accepted_gen'], WHAT)
  return {
    type: 'older_vault_accepted',
    at: readTime(fields.at, WHAT),
    device: readText(fields.device, WHAT),
    seen_gen: readCount(fields.seen_gen, WHAT),
    accepted_gen: readCount(fields.accepted_gen, WHAT),
  }
}

function readAccountEventType(type: string): AccountChangeEvent['type'] {
  const known = ACCOUNT_EVENTS.find((candidate) => candidate === type)
  if (known === undefined) throw unsupported(WHAT)
  return known
}

/** The text of a claim; its SHA-256 (base64url, of the UTF-8) where the text is too long for an entry. */
export type LoggedValue = string | { readonly sha256: string }

/** Reads one value for each claim, in their order. @throws VaultError `malformed` */
function readLoggedValues(value: unknown, claims: readonly string[], what: string): readonly LoggedValue[] {
  if (!Array.isArray(value) || value.length !== claims.length) throw malformed(what)
  const values: readonly unknown[] = value
  return values.map((each) => (typeof each === 'string' ? readText(each, what) : readHash(each, what)))
}

function readHash(value: unknown, what: string): LoggedValue {
  return { sha256: readBase64url(readExactFields(value, ['sha256'], what).sha256, HASH_BYTES, what) }
}
