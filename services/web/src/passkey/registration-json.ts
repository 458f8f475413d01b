import type { PasskeyCreationOptions, PasskeyRegistration } from '@countersign/contracts'
import { fromBase64url } from '@countersign/vault'
import { encode, identityOf } from './credential-json.ts'

/**
 * The registration that core gets, field by field. Never `credential.toJSON()`, which includes the PRF results that open
 * the vault (WebAuthn Level 3 §10.1.4).
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

/** Names that the authenticator shows. Core has neither. */
export type PasskeyNames = {
  readonly service: string
  /** The account's, as its owner recognises it. */
  readonly account: string
}

/** Core's options for the browser. The names and the PRF input are ours; core cannot set them. */
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
