import { presentationNonce } from '@countersign/vault'
import { SDJwtInstance } from '@sd-jwt/core'
import { signEs256 } from '../crypto.ts'
import { ClientError } from '../failure.ts'
import { type CredentialItem, importHolderKey } from './credential-item.ts'
import { hashDisclosure, type ReadCredential } from './read-sd-jwt.ts'

export type PresentedTo = {
  /** The provider's issuer identifier. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
  readonly subject: string
  /** Unix time in milliseconds. */
  readonly now: number
}

type Presentable = Pick<CredentialItem, 'sdJwt' | 'holderKey'> & Pick<ReadCredential, 'claims'>

/** Bound to app, request and the data token's subject by the holder key (RFC 9901 §4.3). @throws ClientError */
export async function presentCredential(
  { sdJwt, holderKey, claims: held }: Presentable,
  claims: readonly string[],
  { provider, audience, authRequestId, subject, now }: PresentedTo,
): Promise<string> {
  if (!claims.every((claim) => Object.hasOwn(held, claim))) throw new ClientError({ code: 'stale_vault' })
  const key = await importHolderKey(holderKey)
  const holder = new SDJwtInstance({
    hasher: hashDisclosure,
    kbSigner: (input: string) => signEs256(key, input),
    kbSignAlg: 'ES256',
  })
  const nonce = await presentationNonce({ provider, audience, authRequestId })
  const payload = { iat: Math.floor(now / 1000), aud: audience, nonce, sub: subject }
  return holder.present(sdJwt, Object.fromEntries(claims.map((claim) => [claim, true])), { kb: { payload } })
}
