import type { PasskeyCreationOptions, PasskeyRegistration } from '@countersign/contracts'
import { prfInput } from '@countersign/vault'
import { browserPasskeys, type PasskeyBrowser, readPasskeySecret, requireOwnHost, runCeremony } from './passkey.ts'
import { findPrfOutput, noPrf, requireEqual, wipe } from './prf-output.ts'
import { type PasskeyNames, toCreationOptions, toRegistration } from './registration-json.ts'
import { signalUnknown } from './signals.ts'

/** The registration for core and the secret for the vault worker. Pass both on and keep neither. */
export type MadePasskey = {
  readonly response: PasskeyRegistration
  readonly prf: ArrayBuffer
}

/**
 * Creates a passkey that opens the vault: two gestures, or three when the authenticator gives no secret at creation. The
 * secret is read twice; a passkey that does not return the same 32 bytes is removed again, since it could not open the vault.
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

/** The secret of a new passkey, read twice. */
async function confirmSecret(
  credential: PublicKeyCredential,
  { browser, rpId, timeout }: Question,
): Promise<ArrayBuffer> {
  const results = credential.getClientExtensionResults()
  if (results.prf?.enabled !== true) throw noPrf()
  const askAgain = () => readPasskeySecret({ credentialId: credential.id, rpId, timeout }, browser)
  const first = findPrfOutput(results) ?? (await askAgain())
  const second = await askAgain()
  requireEqual(first, second)
  wipe(second)
  return first
}
