import type { PasskeyCreationOptions, PasskeyRegistration } from '@countersign/contracts'
import { fromBase64url } from '@countersign/vault'
import { encode, identityOf } from './credential-json.ts'

/**
 * What goes to core of a new passkey, field by field. Never `credential.toJSON()`: it has the PRF results in it, and
 * they open the vault (WebAuthn Level 3 §10.1.4 warns of this).
 */
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

/** The names that the authenticator shows: core knows none. */
export type PasskeyNames = {
  /** Of the service. */
  readonly service: string
  /** Of the account: whatever its owner recognises it by. */
  readonly account: string
}

/** Core's options as the browser takes them, with our names and the PRF input, both of which core has no say in. */
export function toCreationOptions(
  options: PasskeyCreationOptions,
  { names, prfInput }: { names: PasskeyNames; prfInput: BufferSource },
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
    extensions: { prf: { eval: { first: prfInput } } },
  }
}
