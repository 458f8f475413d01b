import type { PasskeyAssertion, PasskeyRequestOptions } from '@countersign/contracts'
import { fromBase64url, toBase64url } from '@countersign/vault'

/** The assertion that core gets: only these fields, never the PRF results. */
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

export function identityOf({
  id,
  authenticatorAttachment,
}: Pick<PublicKeyCredential, 'id' | 'authenticatorAttachment'>) {
  const attachment =
    authenticatorAttachment === 'platform' || authenticatorAttachment === 'cross-platform'
      ? authenticatorAttachment
      : null
  return { id, rawId: id, type: 'public-key', authenticatorAttachment: attachment } as const
}

/** Core's options for the browser. Without a credential id any discoverable passkey answers, with one only that passkey. */
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

export function encode(buffer: ArrayBuffer): string {
  return toBase64url(new Uint8Array(buffer))
}
