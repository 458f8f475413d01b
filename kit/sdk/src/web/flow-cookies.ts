import { base64url, EncryptJWT, errors, type JWTPayload, jwtDecrypt } from 'jose'
import { type SignInFlow, sha256 } from '../flow.ts'

type Attempt = { readonly flow: SignInFlow; readonly returnPath: string }

export type FlowCookies = {
  /** `Set-Cookie` values for a new attempt; they also remove the oldest attempts where there are too many. */
  readonly begin: (attempt: Attempt, cookieHeader: string | null) => Promise<readonly string[]>
  /** The attempt with this `state`; undefined without a valid cookie for it. */
  readonly find: (state: string, cookieHeader: string | null) => Promise<Attempt | undefined>
  /** The `Set-Cookie` value that removes this attempt. */
  readonly end: (state: string) => Promise<string>
}

type Options = {
  readonly cookieSecret: string | readonly string[]
  readonly isSecure: boolean
}

/** Leaves time to sign up on the way. The provider itself refuses an old request. */
const LIFETIME_SECONDS = 3600
/** About 600 bytes each. Servers refuse header fields over 8 KiB, and the app has cookies too. */
const MOST_ATTEMPTS = 5
const MOST_BYTES = 6144
const ID_LENGTH = 22
const INFO = new TextEncoder().encode('countersign/sdk/flow-cookie/v1')
const MINIMUM_SECRET_LENGTH = 32

/** One per `state`, for two tabs. `__Host-` keeps sibling hosts from setting one (RFC 6265bis §4.1.3.2). */
export function createFlowCookies({ cookieSecret, isSecure }: Options): FlowCookies {
  const sealer = createSealer(cookieSecret)
  const prefix = `${isSecure ? '__Host-' : ''}countersign-`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const nameOf = async (state: string) => prefix + (await fingerprint(state))
  const endOf = (name: string) => `${name}=; Max-Age=0; ${attributes}`

  return {
    begin: async (attempt, cookieHeader) => {
      const name = await nameOf(attempt.flow.state)
      const sealed = await sealer.seal({ ...attempt }, name, LIFETIME_SECONDS)
      const tooMany = readCookies(cookieHeader).filter(([other]) => other.startsWith(prefix))
      let left = MOST_BYTES - sizeOf([name, sealed])
      // Browsers send the oldest first (RFC 6265 §5.4).
      for (const other of tooMany.splice(-MOST_ATTEMPTS + 1).toReversed()) {
        left -= sizeOf(other)
        if (left < 0) tooMany.push(other)
      }
      const own = `${name}=${sealed}; Max-Age=${LIFETIME_SECONDS}; ${attributes}`
      return [...tooMany.map(([other]) => endOf(other)), own]
    },
    find: async (state, cookieHeader) => {
      const name = await nameOf(state)
      const sealed = readCookies(cookieHeader).find(([other]) => other === name)?.[1]
      if (sealed === undefined) return undefined
      const { flow, returnPath } = { ...(await sealer.open(sealed, name)) }
      return isFlow(flow) && typeof returnPath === 'string' ? { flow, returnPath } : undefined
    },
    end: async (state) => endOf(await nameOf(state)),
  }
}

function sizeOf([name, value]: readonly [string, string]): number {
  return name.length + value.length
}

function isFlow(value: unknown): value is SignInFlow {
  return typeof value === 'object' && value !== null && 'state' in value && 'codeVerifier' in value
}

async function fingerprint(state: string): Promise<string> {
  return base64url.encode(await sha256(state)).slice(0, ID_LENGTH)
}

function readCookies(header: string | null): (readonly [string, string])[] {
  return (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const]
  })
}

type Sealer = {
  readonly seal: (value: JWTPayload, purpose: string, lifetimeSeconds: number) => Promise<string>
  /** Undefined if the text was changed, has expired, or was sealed for another purpose or with a removed secret. */
  readonly open: (sealed: string, purpose: string) => Promise<JWTPayload | undefined>
}

/** JWEs (RFC 7516, `dir`, A256GCM); the first secret seals, all open (RFC 5869). @throws TypeError if one is short */
function createSealer(cookieSecret: string | readonly string[]): Sealer {
  const secrets = [cookieSecret].flat()
  if (
    secrets.length === 0 ||
    secrets.some((secret) => typeof secret !== 'string' || secret.length < MINIMUM_SECRET_LENGTH)
  ) {
    throw new TypeError(
      `cookieSecret must have ${MINIMUM_SECRET_LENGTH} characters or more, at random: "openssl rand -base64 32" prints some.`,
    )
  }
  let derived: Promise<readonly Uint8Array[]> | undefined
  // On the first request: some runtimes forbid cryptography while a module loads.
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
