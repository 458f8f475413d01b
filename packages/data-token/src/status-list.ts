/** Token Status List (draft-ietf-oauth-status-list-21), in JWT form; needs only Web APIs. */
import { base64url, decodeJwt, decodeProtectedHeader, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { isObject } from './parse-object.ts'

/** A credential's place in a list (§6.2). */
type StatusReference = { readonly uri: string; readonly idx: number }

/** §7.1. `other`: one that the application or its issuer defines. */
export type TokenStatus = 'valid' | 'revoked' | 'suspended' | 'other'

type ReadStatus = {
  readonly status: TokenStatus
  /** Unix time in seconds: when the issuer signed the list. */
  readonly asOf: number
}

type StatusList = { readonly bits: number; readonly bytes: Uint8Array; readonly asOf: number; readonly until: number }

/** Of one issuer, whose keys sign the lists. */
type ListsOf = {
  readonly issuer: string
  /** Other origins at which it publishes lists. */
  readonly origins?: readonly string[] | undefined
  readonly getKey: JWTVerifyGetKey
  /** Fetches the token at one of these origins. */
  readonly load: (uri: string) => Promise<string>
}

/** 10 million credentials of one bit each, with room to spare. */
const MAXIMUM_BYTES = 2_097_152
/** For those who fetch it: base64url of a list that cannot be compressed. */
export const STATUS_LIST_CHARACTERS = 2_883_584
const LISTS = 16
const DEFAULT_TTL_SECONDS = 600
const MAXIMUM_TTL_SECONDS = 86_400
const ALGORITHMS = ['ES256', 'ES384', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 5
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const STATUSES = ['valid', 'revoked', 'suspended'] as const

/**
 * Reads statuses, each list once until its `ttl` or `exp` is over. Validates as §8.3 says; at another origin than the
 * issuer's or one of `origins` it asks nothing.
 * @throws Error where the status cannot be read
 */
export function createStatusLists({ issuer, origins = [], getKey, load }: ListsOf) {
  const kept = new Map<string, Promise<StatusList>>()

  async function listAt(uri: string, now: Date): Promise<StatusList> {
    const known = kept.get(uri)
    const list = await known
    if (list && list.until > now.getTime() / 1000) return list
    // Another call may have begun to load it meanwhile.
    if (kept.get(uri) !== known) return listAt(uri, now)
    const loading = load(uri).then(async (token) => readStatusList(token, { uri, getKey, now }))
    loading.catch(() => kept.delete(uri))
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= LISTS) kept.delete(oldest)
    kept.set(uri, loading)
    return loading
  }

  return async (claim: unknown, now: Date): Promise<ReadStatus> => {
    const { uri, idx } = readStatusReference(claim)
    if (!isOwnUri(uri, [new URL(issuer).origin, ...origins])) throw new TypeError('The list is at a strange address.')
    const list = await listAt(uri, now)
    return { status: STATUSES[statusAt(list, idx)] ?? 'other', asOf: list.asOf }
  }
}

/** @throws TypeError for another mechanism, or none */
function readStatusReference(claim: unknown): StatusReference {
  const { uri, idx } = Object(isObject(claim) ? claim['status_list'] : undefined)
  if (typeof uri === 'string' && URL.canParse(uri) && Number.isSafeInteger(idx) && idx >= 0) return { uri, idx }
  throw new TypeError('It refers to no status list.')
}

/** https, or this machine; without user information. */
function isOwnUri(uri: string, origins: readonly string[]): boolean {
  const { protocol, hostname, origin, username, password } = new URL(uri)
  const isProtected = protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname))
  return isProtected && username === '' && password === '' && origins.includes(origin)
}

type Expected = { readonly uri: string; readonly getKey: JWTVerifyGetKey; readonly now: Date }

async function readStatusList(token: string, { uri, getKey, now }: Expected): Promise<StatusList> {
  const { payload } = await jwtVerify(token, getKey, {
    algorithms: ALGORITHMS,
    typ: 'statuslist+jwt',
    subject: uri,
    requiredClaims: ['iat', 'status_list'],
    currentDate: now,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  })
  const { iat: asOf = 0, status_list: list } = payload
  const { bits, lst } = Object(list)
  if (![1, 2, 4, 8].includes(bits) || typeof lst !== 'string') throw new TypeError('This is no status list.')
  return { bits, bytes: await inflate(base64url.decode(lst)), asOf, until: endOf(payload, now) }
}

/**
 * For a cache that verifies no signature: Unix time in seconds when to ask again.
 * @throws Error unless it looks like the list at `uri`
 */
export function cacheUntil(token: string, { uri, now }: Omit<Expected, 'getKey'>): number {
  const payload = decodeJwt(token)
  if (decodeProtectedHeader(token).typ === 'statuslist+jwt' && payload.sub === uri) return endOf(payload, now)
  throw new TypeError('This is not the status list.')
}

function endOf({ exp = Number.POSITIVE_INFINITY, ttl }: JWTPayload, now: Date): number {
  const seconds = typeof ttl === 'number' && ttl > 0 ? Math.min(ttl, MAXIMUM_TTL_SECONDS) : DEFAULT_TTL_SECONDS
  return Math.min(exp, now.getTime() / 1000 + seconds)
}

function statusAt({ bits, bytes }: StatusList, idx: number): number {
  const byte = bytes[Math.floor((idx * bits) / 8)]
  if (byte === undefined) throw new RangeError('The list is shorter.')
  // From the least significant bit up (§4.1).
  return (byte >> ((idx * bits) % 8)) & (2 ** bits - 1)
}

/** ZLIB (RFC 1950), bounded: a small token could hold a gigabyte. */
async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  return readAtMost(
    new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate')),
    MAXIMUM_BYTES,
  )
}

/** @throws RangeError before more is read */
export async function readAtMost(stream: ReadableStream<Uint8Array>, maximum: number): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    size += value.length
    if (size > maximum) {
      await reader.cancel()
      throw new RangeError('This is too large.')
    }
    chunks.push(new Uint8Array(value))
  }
}
