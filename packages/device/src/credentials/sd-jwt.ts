import { presentationNonce } from '@countersign/vault'
import { SDJwt, SDJwtInstance } from '@sd-jwt/core'
import { sha256, signEs256 } from '../crypto.ts'
import { ClientError } from '../failure.ts'
import { readObject } from '../read.ts'
import { findCopyFor, saysSame } from './credential-copies.ts'
import { type CredentialCopy, type CredentialItem, type HolderKey, importHolderKey } from './credential-item.ts'

const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export function findIssuerAddress(text: string): URL | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined
  return address && isProtected(address) ? address : undefined
}

function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname))
}

/** Signature unchecked. */
export type ReadCredential = {
  readonly vct: string
  readonly issuer: string
  /** Unix time in seconds. */
  readonly until: number | undefined
  readonly issuedAt: number | undefined
  /** Holder key (RFC 7800 §3.2). */
  readonly boundTo: { readonly x: unknown; readonly y: unknown }
  /** Claim that says how its status is found; unchecked. Undefined if it cannot be revoked. */
  readonly status: unknown
  /** Selectively disclosable strings, numbers and booleans. */
  readonly claims: Readonly<Record<string, string>>
}

/** Claims allowed in the open. Others would reach every app, even if the user left them out. */
const IN_THE_OPEN = ['iat', 'jti', '_sd', '_sd_alg']
/** Only there (SD-JWT VC draft 19 §2.2.2.3): a holder could leave them out. */
const NEVER_DISCLOSED = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status']

/** 8 KiB with the key binding, the limit of an approval. */
const MAXIMUM_CHARACTERS = 8_192 - 512

/** Undefined if malformed, too large, without a holder key, or not selectively disclosable. */
export async function readSdJwt(sdJwt: string): Promise<ReadCredential | undefined> {
  if (sdJwt.length > MAXIMUM_CHARACTERS) return undefined
  try {
    const decoded = await SDJwt.fromEncode(sdJwt, hashDisclosure)
    const payload = decoded.jwt?.payload ?? {}
    const { vct, iss: issuer, exp: until, nbf: since, iat, cnf, status } = payload
    if (typeof vct !== 'string' || typeof issuer !== 'string' || !findIssuerAddress(issuer)) return undefined
    if (!Object.keys(payload).every(isAllowed)) return undefined
    if (!isTimeOrNone(until) || !isTimeOrNone(since) || !isTimeOrNone(iat) || decoded.kbJwt) return undefined
    const { x, y } = readObject(readObject(cnf)['jwk'])
    const names = await decoded.presentableKeys(hashDisclosure)
    if (names.some((name) => NEVER_DISCLOSED.includes(name))) return undefined
    const all = await decoded.getClaims<Record<string, unknown>>(hashDisclosure)
    return { vct, issuer, until, issuedAt: iat, boundTo: { x, y }, status, claims: textsOf(all, names) }
  } catch {
    return undefined
  }
}

function isAllowed(name: string): boolean {
  return IN_THE_OPEN.includes(name) || NEVER_DISCLOSED.includes(name)
}

/** End of year 9999, in seconds: the last that can be shown. */
const LAST_SECOND = 253_402_300_799

function isTimeOrNone(value: unknown): value is number | undefined {
  return value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_SECOND)
}

/** Registered claim names are not the user's claims. */
function textsOf(all: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, string>> {
  const claims = names.flatMap((name) => {
    const value = Object.hasOwn(all, name) && !isAllowed(name) ? all[name] : undefined
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isText && CLAIM_NAME.test(name) ? [[name, String(value)] as const] : []
  })
  return Object.fromEntries(claims)
}

const CLAIM_NAME = /^[A-Za-z][A-Za-z0-9_]*$/

/** SHA-256 only (RFC 9901 §4.1.1). */
async function hashDisclosure(data: string | ArrayBuffer, algorithm: string): Promise<Uint8Array> {
  if (algorithm !== 'sha-256') throw new Error('The disclosures of a credential are hashed by SHA-256.')
  return sha256(data)
}

export type PresentedTo = {
  /** The provider's issuer identifier. */
  readonly provider: string
  readonly audience: string
  readonly authRequestId: string
  readonly subject: string
  /** Unix time in milliseconds. */
  readonly now: number
}

/** A copy of an edited file might say something else than the one that was shown. */
async function findIntactCopy(credential: Presentable, app: string): Promise<CredentialCopy> {
  const copy = findCopyFor(credential, app)
  const said = copy && (await readSdJwt(copy.sdJwt))
  if (said && saysSame(said, credential) && isBoundTo(said, copy.holderKey)) return copy
  throw new ClientError({ code: 'stale_vault' })
}

export function isBoundTo({ boundTo }: Pick<ReadCredential, 'boundTo'>, { x, y }: HolderKey): boolean {
  return boundTo.x === x && boundTo.y === y
}

type Presentable = Pick<CredentialItem, 'copies'> & ReadCredential

/** The app's copy, bound to app, request and the data token's subject by its key (RFC 9901 §4.3). @throws ClientError */
export async function presentCredential(
  credential: Presentable,
  claims: readonly string[],
  { provider, audience, authRequestId, subject, now }: PresentedTo,
): Promise<string> {
  const { sdJwt, holderKey } = await findIntactCopy(credential, audience)
  if (!claims.every((claim) => Object.hasOwn(credential.claims, claim))) throw new ClientError({ code: 'stale_vault' })
  const key = await importHolderKey(holderKey)
  const holder = new SDJwtInstance({
    hasher: hashDisclosure,
    kbSigner: (input: string) => signEs256(key, input),
    kbSignAlg: 'ES256',
  })
  const nonce = await presentationNonce({ provider, audience, authRequestId })
  const payload = { iat: Math.floor(now / 1000), aud: audience, nonce, sub: subject }
  return holder.present(sdJwt, Object.fromEntries(claims.map((claim) => [claim, true])), { kb: { payload } })
}
