import { SignJWT } from 'jose'
import { type Attestation, DATA_TOKEN_TYPE } from './claims.ts'
import { DataTokenKeyError } from './errors.ts'
import type { DataTokenKeys } from './keys.ts'

type Timing = { readonly now: Date; readonly lifetimeSeconds: number }

/** Signs what a person approved. Throws DataTokenKeyError where only public keys are known. */
export async function signDataToken(keys: DataTokenKeys, attestation: Attestation, timing: Timing): Promise<string> {
  if (!keys.signing) throw new DataTokenKeyError('holds no private key, so nothing can be signed with it.')
  const { alg, kid, key } = keys.signing
  const issuedAt = Math.floor(timing.now.getTime() / 1000)
  return new SignJWT({ ...attestation })
    .setProtectedHeader({ alg, typ: DATA_TOKEN_TYPE, ...(kid && { kid }) })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + timing.lifetimeSeconds)
    .setJti(crypto.randomUUID())
    .sign(key)
}
