import { EncryptJWT, errors, type JWTPayload, jwtDecrypt } from 'jose'

const INFO = new TextEncoder().encode('countersign/sdk/flow-cookie/v1')
const MINIMUM_LENGTH = 32

/** Seals small values into texts that only holders of the secret can make and read. */
export type Sealer = {
  /** `purpose` is what it has to be opened for. */
  readonly seal: (value: JWTPayload, purpose: string, lifetimeSeconds: number) => Promise<string>
  /** The value; undefined for what is tampered with, expired, of another purpose or sealed by a secret that is gone. */
  readonly open: (sealed: string, purpose: string) => Promise<JWTPayload | undefined>
}

/**
 * JWEs (RFC 7516, `dir`, A256GCM) under a key derived from each secret (RFC 5869): the first of them seals, every one opens,
 * so that one can follow another.
 * @throws TypeError for a secret that is too short to be one
 */
export function createSealer(cookieSecret: string | readonly string[]): Sealer {
  const secrets = [cookieSecret].flat()
  if (secrets.length === 0 || secrets.some((secret) => typeof secret !== 'string' || secret.length < MINIMUM_LENGTH)) {
    throw new TypeError(
      `cookieSecret must have ${MINIMUM_LENGTH} characters or more, at random: "openssl rand -base64 32" prints some.`,
    )
  }
  let derived: Promise<readonly Uint8Array[]> | undefined
  // With the first request: some runtimes do nothing of the kind while a module loads.
  const keysOf = () => (derived ??= Promise.all(secrets.map(deriveKey)))
  return {
    seal: async (value, purpose, lifetimeSeconds) => {
      const [key] = await keysOf()
      if (!key) throw new TypeError('cookieSecret is empty.')
      return new EncryptJWT(value)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(purpose)
        .setExpirationTime(`${lifetimeSeconds}s`)
        .encrypt(key)
    },
    open: async (sealed, purpose) => {
      for (const key of await keysOf()) {
        const value = await openWith(key, sealed, purpose)
        if (value) return value
      }
      return undefined
    },
  }
}

async function openWith(key: Uint8Array, sealed: string, audience: string): Promise<JWTPayload | undefined> {
  try {
    const only = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
    return (await jwtDecrypt(sealed, key, { audience, requiredClaims: ['exp'], ...only })).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

async function deriveKey(secret: string): Promise<Uint8Array> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveBits'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: INFO }
  return new Uint8Array(await crypto.subtle.deriveBits(how, material, 256))
}
