import { signJws } from './jws.ts'
import { type DataTokenKeys, signingKeyOf } from './keys.ts'

/** Keeps a proof from passing as another JWT of the same keys (RFC 8725 §3.11). */
const KEY_PROOF_TYPE = 'key-proof+jwt'

/** Shows which key signs here, without telling it. @throws DataTokenKeyError if only public keys are known */
export function signKeyProof(keys: DataTokenKeys): string {
  return signJws({}, signingKeyOf(keys), KEY_PROOF_TYPE)
}

/** Whether what the proof's maker signs can be verified with these keys. */
export async function isKeyProof(proof: string, keys: DataTokenKeys): Promise<boolean> {
  const jws = await keys.verifyJws(proof)
  return typeof jws !== 'string' && jws.header['typ'] === KEY_PROOF_TYPE
}
