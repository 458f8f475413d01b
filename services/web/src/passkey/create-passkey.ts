import type { PasskeyCreationOptions, PasskeyRegistration } from '@countersign/contracts'
import { prfInput, toBase64url } from '@countersign/vault'
import { toRequestOptions } from './credential-json.ts'
import { browserPasskeys, type PasskeyBrowser, requireOwnHost, runCeremony } from './passkey.ts'
import { findPrfOutput, noPrf, readPrfOutput, requireEqual, wipe } from './prf-output.ts'
import { type PasskeyNames, toCreationOptions, toRegistration } from './registration-json.ts'
import { signalUnknown } from './signals.ts'

/** What core gets, and the secret that only the vault worker gets. Hand both on and keep neither. */
export type MadePasskey = {
  readonly response: PasskeyRegistration
  readonly prf: ArrayBuffer
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
  const credential = await runCeremony(() => browser.create({ publicKey }))
  try {
    const prf = await confirmSecret(credential, { browser, rpId: options.rp.id, timeout: options.timeout })
    return { response: toRegistration(credential, credential.response as AuthenticatorAttestationResponse), prf }
  } catch (error) {
    await signalUnknown({ rpId: options.rp.id, credentialId: credential.id })
    throw error
  }
}

type Question = {
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
  const credential = await runCeremony(() => browser.get({ publicKey }))
  return readPrfOutput(credential.getClientExtensionResults())
}
