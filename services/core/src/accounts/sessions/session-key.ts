import { OAuthError, ServiceError } from '@countersign/service/errors'
import { type DpopProof, sha256, verifyDpopProof, WrongEndpoint } from '@countersign/service/secrets'
import type { CoreConfig } from '../../ground/config.ts'
import { type EventLog, logWrongAddress } from '../../ground/events.ts'
import type { Caller, CallProof } from '../../ground/http/caller.ts'
import { invalidSession } from '../../ground/http/session-guard.ts'

export type KeyProof = Pick<DpopProof, 'jkt' | 'jti'> & {
  /** The device's former key, if it has proven that too: its session ends when the new one starts. */
  readonly formerJkt?: string
}

/** The keys that sessions are bound to, by the proofs that devices make with them (RFC 9449). */
export type SessionKeys = ReturnType<typeof createSessionKeys>
export type WithSessionKeys = { readonly sessionKeys: SessionKeys }

const MAXIMUM_AGE_SECONDS = 60
/** A proof may be dated as far ahead as it may be old. */
const WINDOW_SECONDS = 2 * MAXIMUM_AGE_SECONDS
/** Of one key within a window; a device in use makes a few in a second. */
const MAXIMUM_PROOFS = 5_000
const MAXIMUM_LOGGED = 10

export function createSessionKeys(
  { addresses }: Pick<CoreConfig, 'addresses'>,
  { now, logger }: { readonly now: () => Date; readonly logger: EventLog },
) {
  const used = rememberFor(WINDOW_SECONDS * 1000)
  const wrong = new Set<string>()

  function refuse(error: unknown, { token, proof }: Pick<Caller, 'token' | 'proof'>): never {
    const address = error instanceof WrongEndpoint ? findAddress(error.htu, proof?.path) : undefined
    if (address === undefined || token !== undefined) throw error instanceof OAuthError ? invalidSession() : error
    // Each once, and not more than a few: strangers choose them.
    if (wrong.size < MAXIMUM_LOGGED && !wrong.has(address)) logWrongAddress(logger, { address })
    if (wrong.size < MAXIMUM_LOGGED) wrong.add(address)
    throw wrongAddress()
  }

  return {
    /**
     * Verifies the key proof of a call: this method, address and token, at most a minute old. Undefined without a proof.
     * @throws `invalid_session`, or `wrong_address` where a session would begin and the device reached core at an address
     * that core is not configured for: signing in again would not help
     */
    verify: async (caller: Pick<Caller, 'token' | 'proof'>): Promise<KeyProof | undefined> => {
      const { token, proof } = caller
      if (!proof) return undefined
      const endpoints = addresses.map((address) => address + proof.path)
      const freshness = { time: now(), maximumAgeSeconds: MAXIMUM_AGE_SECONDS }
      const check = (request: CallProof) => verifyDpopProof({ ...request, endpoints, accessToken: token }, freshness)
      try {
        const { jkt, jti, former } = await check(proof)
        return typeof former === 'string'
          ? { jkt, jti, formerJkt: (await check({ ...proof, proof: former })).jkt }
          : { jkt, jti }
      } catch (error) {
        return refuse(error, caller)
      }
    },
    /**
     * Marks a proof as used. Only for authenticated callers, so that strangers cannot fill the memory.
     * @throws `invalid_session` if it was used before, `service_unavailable` if the key has made too many within two minutes
     */
    spend: ({ jkt, jti }: KeyProof): void => {
      const proofs = used.of(jkt, now())
      if (proofs.count >= MAXIMUM_PROOFS) throw tooManyCalls()
      if (!proofs.note(sha256(jti).toString('base64url', 0, 16))) throw invalidSession()
    },
  }
}

/** The origin of a proof for the right path; undefined if the path differs. */
function findAddress(htu: unknown, path: string | undefined): string | undefined {
  const url = typeof htu === 'string' && URL.canParse(htu) ? new URL(htu) : undefined
  return url?.pathname === path ? url?.origin : undefined
}

function wrongAddress(): ServiceError {
  return new ServiceError('wrong_address', 'This service is not set up for the address that it was reached at.')
}

function tooManyCalls(): ServiceError {
  return new ServiceError('service_unavailable', 'This device has sent too many calls. Try again in two minutes.', {
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  })
}

type Remembered = ReadonlyMap<string, ReadonlySet<string>>

/** Remembers each text of a key for one to two windows. Per process: a replay at another process is not detected. */
function rememberFor(windowMs: number) {
  let since = 0
  let current = new Map<string, Set<string>>()
  let previous: Remembered = new Map()

  function moveOn(time: Date): void {
    const age = time.getTime() - since
    if (age < windowMs) return
    previous = age >= 2 * windowMs ? new Map() : current
    current = new Map()
    since = time.getTime()
  }

  return {
    of(key: string, time: Date) {
      moveOn(time)
      const [noted, before] = [current.get(key) ?? new Set<string>(), previous.get(key)]
      return {
        count: noted.size,
        note(text: string): boolean {
          if (noted.has(text) || before?.has(text)) return false
          current.set(key, noted.add(text))
          return true
        },
      }
    },
  }
}
