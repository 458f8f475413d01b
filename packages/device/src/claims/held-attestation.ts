import { fromBase64url, type ItemMeta, type PlainItem, toBase64url } from '@countersign/vault'
import { readObject } from '../read.ts'

const JWT_NOTE = 'attestation'
const SALT_NOTE = 'attestation_salt'

/** Core's signed attestation, and the salt that ties it to the value. */
type Attestation = { readonly jwt: string; readonly salt: string }

export function withAttestation(meta: ItemMeta, { jwt, salt }: Attestation): ItemMeta {
  return { ...meta, [JWT_NOTE]: jwt, [SALT_NOTE]: salt }
}

export function holdsAttestation(meta: ItemMeta): boolean {
  return meta[JWT_NOTE] !== undefined
}

export function withoutAttestation(meta: ItemMeta): ItemMeta {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => key !== JWT_NOTE && key !== SALT_NOTE))
}

/** If this user's, in force, and of this claim and value: an import may hold anything. Core checks the signature. */
export async function findAttestation(
  { name, value, meta }: PlainItem,
  { userId, now }: { readonly userId: string; readonly now: number },
) {
  const { [JWT_NOTE]: jwt, [SALT_NOTE]: salt } = meta
  const payload = jwt === undefined ? undefined : readPayload(jwt)
  if (jwt === undefined || salt === undefined || !payload) return undefined
  const { sub, claim, value_sha256: hash, method, iat, exp } = payload
  if (sub !== userId || claim !== name || typeof method !== 'string') return undefined
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp * 1000 <= now) return undefined
  if ((await hashOf(salt, value)) !== hash) return undefined
  return { claim: name, jwt, salt, verification: { method, at: toIso(iat), until: toIso(exp) } }
}

/** Undefined if the salt is malformed. */
async function hashOf(salt: string, value: string): Promise<string | undefined> {
  try {
    const parts = [fromBase64url(salt), new TextEncoder().encode(value)]
    const hash = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer())
    return toBase64url(new Uint8Array(hash))
  } catch {
    return undefined
  }
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Untrusted: an import may put anything into the vault. */
function readPayload(jwt: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return readObject(JSON.parse(new TextDecoder().decode(fromBase64url(jwt.split('.')[1] ?? ''))))
  } catch {
    return undefined
  }
}
