import { presentationNonce } from '@countersign/vault'
import { SDJwtInstance } from '@sd-jwt/core'
import { ClientError } from '../failure.ts'
import { signEs256 } from '../jwt.ts'
import { type CredentialItem, importHolderKey } from './credential-item.ts'
import { hashDisclosure, type ReadCredential } from './read-sd-jwt.ts'

/** Whom a presentation is for: an app, one request of it, and the person as that app knows them. */
export type PresentedTo = {
  /** The issuer identifier of the provider that the app asked. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
  readonly subject: string
  /** Unix time in milliseconds. */
  readonly now: number
}

type Presentable = Pick<CredentialItem, 'sdJwt' | 'holderKey'> & Pick<ReadCredential, 'claims'>

/**
 * A credential with the disclosures of these claims and no others, bound to its holder, the app and the request by the
 * holder's key (RFC 9901 §4.3). The person is named as the data token names them, so that nobody else can show it as theirs.
 * @throws ClientError `stale_vault` where it has no such claims
 */
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
