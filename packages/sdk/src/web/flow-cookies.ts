import type { SignInFlow } from '../flow.ts'
import { createSealer } from './seal.ts'

/** What is kept of one attempt to sign in until the browser comes back. */
export type Attempt = { readonly flow: SignInFlow; readonly returnPath: string }

export type FlowCookies = {
  /** The cookies to set for a new attempt: its own, and the ends of the oldest where there are too many. */
  readonly begin: (attempt: Attempt, cookieHeader: string | null) => Promise<readonly string[]>
  /** The attempt that this `state` is of; undefined where the browser has no cookie for it that we made. */
  readonly find: (state: string, cookieHeader: string | null) => Promise<Attempt | undefined>
  /** The cookie that ends this attempt. */
  readonly end: (state: string) => Promise<string>
}

type Options = {
  readonly cookieSecret: string | readonly string[]
  /** Whether the app is reached by https. */
  readonly isSecure: boolean
}

/** Whoever comes first makes an account on the way. The provider says itself when a request is too old. */
const LIFETIME_SECONDS = 3600
/** Of some 600 bytes each, and more with a long way back. Servers refuse header fields beyond 8 KiB, and the app has cookies too. */
const MOST_ATTEMPTS = 5
const MOST_BYTES = 6144
const ID_LENGTH = 22

/**
 * Each attempt in a cookie of its own, named after its `state`: two tabs sign in beside each other. It is sealed, and bound
 * to its name. `__Host-` keeps hosts below the same domain from setting one (RFC 6265bis §4.1.3.2), which would sign a
 * person in as somebody else.
 */
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
      // What opens was sealed above, for this name.
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
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(state)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, ID_LENGTH)
}

function readCookies(header: string | null): (readonly [string, string])[] {
  return (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const]
  })
}
