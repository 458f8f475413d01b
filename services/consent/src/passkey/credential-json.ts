import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@countersign/contracts'
import { fromBase64url, toBase64url } from '@countersign/vault'

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

/** What goes to core of a passkey that signs in. The PRF results are not in it, and nothing else unnamed is. */
export function toAssertion(
  credential: Pick<PublicKeyCredential, 'id' | 'authenticatorAttachment'>,
  response: Pick<AuthenticatorAssertionResponse, 'clientDataJSON' | 'authenticatorData' | 'signature' | 'userHandle'>,
): PasskeyAssertion {
  return {
    ...identityOf(credential),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      ...(response.userHandle ? { userHandle: encode(response.userHandle) } : {}),
    },
    clientExtensionResults: {},
  }
}

function identityOf({ id, authenticatorAttachment }: Pick<PublicKeyCredential, 'id' | 'authenticatorAttachment'>) {
  const attachment =
    authenticatorAttachment === 'platform' || authenticatorAttachment === 'cross-platform'
      ? authenticatorAttachment
      : null
  return { id, rawId: id, type: 'public-key', authenticatorAttachment: attachment } as const
}

/** The names that the authenticator shows: core knows none. */
export interface PasskeyNames {
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

/**
 * Core's options as the browser takes them. Without a credential's id whoever has a passkey is found by it; with one
 * only that passkey answers.
 */
export function toRequestOptions(
  { challenge, rpId, timeout }: Pick<PasskeyRequestOptions, 'challenge' | 'rpId' | 'timeout'>,
  { prfInput, credentialId }: { prfInput: BufferSource; credentialId?: string | undefined },
): PublicKeyCredentialRequestOptions {
  return {
    challenge: fromBase64url(challenge),
    rpId,
    timeout,
    userVerification: 'required',
    allowCredentials: credentialId === undefined ? [] : [{ id: fromBase64url(credentialId), type: 'public-key' }],
    extensions: { prf: { eval: { first: prfInput } } },
  }
}

function encode(buffer: ArrayBuffer): string {
  return toBase64url(new Uint8Array(buffer))
}
