import { randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { importJWK, SignJWT } from 'jose'
import { type Answered, type Asked, answerPage } from './http.ts'
import type { Graduate, Signer } from './issue-degree.ts'
import { degreesPage } from './pages.ts'

/** Token Status List §7.1. */
export const STATUSES = { valid: 0, revoked: 1, suspended: 2 } as const
export type DegreeStatus = keyof typeof STATUSES

/** `idx`: of its first copy. */
export type IssuedDegree = { readonly idx: number; readonly graduate: Graduate; status: DegreeStatus }

export type DegreeRegister = ReturnType<typeof createDegreeRegister>

/** Two bits each. Many more than degrees, so that an index says little (§12.1). */
const SIZE = 65_536
const TTL_SECONDS = 15
const KEPT = 1_000

/** Which degrees are in force, in memory: after a restart all are. */
export function createDegreeRegister({ issuer, key }: Signer, base: string) {
  const uri = `${issuer}/status-list`
  /** By the index of each copy: a degree is revoked with all of them. */
  const degrees = new Map<number, IssuedDegree>()
  const listed = () => [...new Set(degrees.values())].toReversed()
  const setStatus = (idx: number, status: DegreeStatus): void => {
    const degree = degrees.get(idx)
    if (degree) degree.status = status
  }

  async function signList(): Promise<string> {
    const bytes = Buffer.alloc(SIZE / 4)
    for (const [idx, { status }] of degrees)
      bytes[idx >> 2] = (bytes[idx >> 2] ?? 0) | (STATUSES[status] << ((idx % 4) * 2))
    const iat = Math.floor(Date.now() / 1000)
    const list = { bits: 2, lst: deflateSync(bytes, { level: 9 }).toString('base64url') }
    return new SignJWT({ sub: uri, iat, exp: iat + 3_600, ttl: TTL_SECONDS, status_list: list })
      .setProtectedHeader({ alg: 'ES256', typ: 'statuslist+jwt', ...(key.kid !== undefined && { kid: key.kid }) })
      .sign(await importJWK(key, 'ES256'))
  }

  return {
    /** The `status` claim of each copy of a new degree. */
    add(graduate: Graduate, copies: number) {
      const degree: IssuedDegree = { idx: freeIndex(degrees), graduate, status: 'valid' }
      return Array.from({ length: copies }, (_, at) => {
        const idx = at === 0 ? degree.idx : freeIndex(degrees)
        const [oldest] = degrees.keys()
        if (oldest !== undefined && degrees.size >= KEPT) degrees.delete(oldest)
        degrees.set(idx, degree)
        return { status_list: { idx, uri } }
      })
    },
    /** Issued since the start, the newest first. */
    list: listed,
    setStatus,
    routes: {
      [`GET ${base}/status-list`]: async (): Promise<Answered> => ({
        status: 200,
        headers: { 'access-control-allow-origin': '*', 'content-type': 'application/statuslist+jwt' },
        body: await signList(),
      }),
      [`GET ${base}/degrees`]: () => answerPage(degreesPage(`${base}/degrees`, listed())),
      [`POST ${base}/degrees`]: ({ body }: Asked) => {
        const form = new URLSearchParams(body)
        const status = form.get('status') ?? ''
        if (isStatus(status)) setStatus(Number(form.get('idx')), status)
        return answerPage(degreesPage(`${base}/degrees`, listed()))
      },
    },
  }
}

function isStatus(text: string): text is DegreeStatus {
  return Object.hasOwn(STATUSES, text)
}

function freeIndex(taken: ReadonlyMap<number, unknown>): number {
  const idx = randomInt(SIZE)
  return taken.has(idx) ? freeIndex(taken) : idx
}
