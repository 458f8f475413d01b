import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@countersign/contracts'
import { prfInput, toBase64url } from '@countersign/vault'
import { ClientError } from '../failure.ts'
import {
  type PasskeyNames,
  toAssertion,
  toCreationOptions,
  toRegistration,
  toRequestOptions,
} from './credential-json.ts'
import { findPrfOutput, noPrf, readPrfOutput, requireEqual, wipe } from './prf-output.ts'
import { signalUnknown } from './signals.ts'
import { toPasskeyFailure } from './webauthn-failure.ts'

/** The part of `navigator.credentials` that is used, and the host that passkeys belong to. */
export interface PasskeyBrowser {
  readonly create: (options: CredentialCreationOptions) => Promise<Credential | null>
  readonly get: (options: CredentialRequestOptions) => Promise<Credential | null>
  readonly hostname: string
}

/** What core gets, and the secret that only the vault worker gets. Hand both on and keep neither. */
export interface MadePasskey {
  readonly response: PasskeyRegistration
  readonly prf: ArrayBuffer
}

export interface UsedPasskey {
  readonly response: PasskeyAssertion
  readonly prf: ArrayBuffer
}

/** Whether this browser has passkeys, here. It cannot say beforehand whether an authenticator can do PRF. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext
}

/** `navigator.credentials` of this page. @throws ClientError `passkey_unsupported` */
export function browserPasskeys(): PasskeyBrowser {
  if (!canUsePasskeys()) throw new ClientError({ code: 'passkey_unsupported' })
  const { credentials } = navigator
  return {
    create: (options) => credentials.create(options),
    get: (options) => credentials.get(options),
    hostname: location.hostname,
  }
}

/**
 * Makes a passkey that opens the vault: two gestures, or three where the authenticator gives no secret at once. It is
 * asked for its secret twice, and only one that gives the same 32 bytes both times is handed out; any other is taken
 * back, so that it does not stay in the person's list as one that leads nowhere.
 * @throws ClientError `passkey_…`
 */
export async function createPasskey(
  options: PasskeyCreationOptions,
  names: PasskeyNames,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<MadePasskey> {
  requireOwnHost(options.rp.id, browser)
  const input = await prfInput()
  const publicKey = toCreationOptions(options, { names, prfInput: input })
  const credential = await run(() => browser.create({ publicKey }))
  try {
    const prf = await confirmSecret(credential, { browser, rpId: options.rp.id, timeout: options.timeout })
    return { response: toRegistration(credential, credential.response as AuthenticatorAttestationResponse), prf }
  } catch (error) {
    await signalUnknown({ rpId: options.rp.id, credentialId: credential.id })
    throw error
  }
}

/**
 * Asks for a passkey: one gesture that signs in and opens the vault.
 * @throws ClientError `passkey_…`
 */
export async function getPasskey(
  options: PasskeyRequestOptions,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<UsedPasskey> {
  requireOwnHost(options.rpId, browser)
  const publicKey = toRequestOptions(options, { prfInput: await prfInput() })
  const credential = await run(() => browser.get({ publicKey }))
  const prf = readPrfOutput(credential.getClientExtensionResults())
  return { response: toAssertion(credential, credential.response as AuthenticatorAssertionResponse), prf }
}

interface Question {
  readonly browser: PasskeyBrowser
  readonly rpId: string
  readonly timeout: number
}

/** The secret of a new passkey, given twice. */
async function confirmSecret(credential: PublicKeyCredential, question: Question): Promise<ArrayBuffer> {
  const results = credential.getClientExtensionResults()
  if (results.prf?.enabled !== true) throw noPrf()
  const first = findPrfOutput(results) ?? (await askAgain(credential.id, question))
  const second = await askAgain(credential.id, question)
  requireEqual(first, second)
  wipe(second)
  return first
}

/** Asks the new passkey alone. Nobody checks what it signs, so the challenge is our own. */
async function askAgain(credentialId: string, { browser, rpId, timeout }: Question): Promise<ArrayBuffer> {
  const challenge = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  const publicKey = toRequestOptions({ challenge, rpId, timeout }, { prfInput: await prfInput(), credentialId })
  const credential = await run(() => browser.get({ publicKey }))
  return readPrfOutput(credential.getClientExtensionResults())
}

/** A passkey for a parent domain would give its secret to every page there, so core may not ask for one. */
function requireOwnHost(rpId: string, { hostname }: PasskeyBrowser): void {
  if (rpId !== hostname) throw new ClientError({ code: 'unexpected_answer' })
}

async function run(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask()
    if (credential?.type !== 'public-key') throw new ClientError({ code: 'passkey_cancelled' })
    return credential as PublicKeyCredential
  } catch (error) {
    throw toPasskeyFailure(error)
  }
}
