import { type Attestation, DATA_TOKEN_TYPE } from '../claims.ts'
import { DataTokenKeyError } from '../errors.ts'
import type { DataTokenKeys } from './keys.ts'
import { signJws } from './sign-jws.ts'

type Timing = { readonly now: Date; readonly lifetimeSeconds: number }

/**
 * Signs what a person approved.
 * @throws DataTokenKeyError where only public keys are known
 */
export function signDataToken(keys: DataTokenKeys, attestation: Attestation, timing: Timing): string {
  if (!keys.signing) throw new DataTokenKeyError('holds no private key, so nothing can be signed with it.')
  const iat = Math.floor(timing.now.getTime() / 1000)
  const claims = { ...attestation, iat, exp: iat + timing.lifetimeSeconds, jti: crypto.randomUUID() }
  return signJws(claims, keys.signing, DATA_TOKEN_TYPE)
}
