import type { PasskeyCreationOptions, PasskeyRegistration } from '@countersign/contracts'
import { ClientError } from '@countersign/device'
import { fromBase64url, prfInput } from '@countersign/vault'
import {
  browserPasskeys,
  type CeremonyResult,
  encode,
  findPrfOutput,
  identityOf,
  noPrf,
  type PasskeyBrowser,
  readPasskeySecret,
  requireOwnHost,
  runCeremony,
} from './passkey.ts'
import { signalUnknown } from './signals.ts'

/**
 * Creates a passkey that opens the vault: two gestures, or three when the authenticator gives no secret at creation. The
 * secret is read twice; a passkey that does not return the same 32 bytes is removed again, since it could not open the vault.
 * @throws ClientError `passkey_…`
 */
export async function createPasskey(
  options: PasskeyCreationOptions,
  names: PasskeyNames,
  browser: PasskeyBrowser = browserPasskeys(),
): Promise<CeremonyResult<PasskeyRegistration>> {
  requireOwnHost(options.rp.id, browser)
  const input = await prfInput()
  const publicKey = toCreationOptions(options, { names, input })
  const credential = await runCeremony(() => browser.create({ publicKey }))
  try {
    const asked = { credentialId: credential.id, rpId: options.rp.id, timeout: options.timeout }
    const prf = await confirmSecret(credential, () => readPasskeySecret(asked, browser))
    return { response: toRegistration(credential, credential.response as AuthenticatorAttestationResponse), prf }
  } catch (error) {
    await signalUnknown(credential.id)
    throw error
  }
}

/** A passkey whose secret changes would lock its owner out. @throws ClientError `passkey_unstable` */
async function confirmSecret(credential: PublicKeyCredential, ask: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  const results = credential.getClientExtensionResults()
  if (results.prf?.enabled !== true) throw noPrf()
  const first = findPrfOutput(results) ?? (await ask())
  const again = new Uint8Array(await ask())
  // Both have the length of a secret.
  const isStable = new Uint8Array(first).every((byte, index) => byte === again[index])
  if (!isStable) throw new ClientError({ code: 'passkey_unstable' })
  again.fill(0)
  return first
}

/** Field by field: `credential.toJSON()` includes the PRF results that open the vault (WebAuthn Level 3 §10.1.4). */
export function toRegistration(
  credential: Pick<PublicKeyCredential, 'id' | 'authenticatorAttachment'>,
  response: Pick<AuthenticatorAttestationResponse, 'clientDataJSON' | 'attestationObject'> &
    Partial<Pick<AuthenticatorAttestationResponse, 'getTransports'>>,
): PasskeyRegistration {
  return {
    ...identityOf(credential),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.().slice(0, 8) ?? [],
    },
    clientExtensionResults: { prf: { enabled: true } },
  }
}

/** Names that the authenticator shows. Core has neither. */
export type PasskeyNames = {
  readonly service: string
  /** The account's, as its owner recognises it. */
  readonly account: string
}

/** Core's options for the browser. The names and the PRF input are ours; core cannot set them. */
function toCreationOptions(
  options: PasskeyCreationOptions,
  { names, input }: { names: PasskeyNames; input: BufferSource },
): PublicKeyCredentialCreationOptions {
  return {
    challenge: fromBase64url(options.challenge),
    rp: { id: options.rp.id, name: names.service },
    user: { id: fromBase64url(options.user.id), name: names.account, displayName: names.account },
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: options.timeout,
    excludeCredentials: options.excludeCredentials.map(({ id, type, transports }) => ({
      id: fromBase64url(id),
      type,
      ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { prf: { eval: { first: input } } },
  }
}
