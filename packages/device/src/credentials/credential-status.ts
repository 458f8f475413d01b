import { createStatusLists, type TokenStatus } from '@countersign/data-token/status-list'
import { createLocalJWKSet } from 'jose'
import type { CredentialItem } from './credential-item.ts'
import type { HeldCredential } from './credential-view.ts'
import { readSdJwt } from './sd-jwt.ts'

export type CredentialStatus = {
  /** `unknown`: no list could be had, or none that the issuer has signed. */
  readonly status: TokenStatus | 'unknown'
  /** Apps that check it refuse it. */
  readonly isOutOfForce: boolean
  /** ISO 8601: when the issuer signed the list. */
  readonly asOf?: string | undefined
}

/** By `id`. */
export type CredentialStatuses = Readonly<Record<string, CredentialStatus>>

type Asking = {
  /** Fetches a list by way of core, so that the issuer learns no device; core learns no entry. */
  readonly load: (uri: string) => Promise<string>
  readonly credentialIssuers: readonly string[] | undefined
  /** Unix time in milliseconds. */
  readonly now: number
}

export async function readStatuses(
  revocable: readonly HeldCredential[],
  { load, ...asking }: Asking,
): Promise<CredentialStatuses> {
  const fetched = new Map<string, Promise<string>>()
  const loadOnce = async (uri: string) => {
    const loading = fetched.get(uri) ?? load(uri)
    fetched.set(uri, loading)
    return loading
  }
  const read = revocable.map(async (each) => [each.id, await readStatus(each, { ...asking, load: loadOnce })] as const)
  return Object.fromEntries(await Promise.all(read))
}

const UNKNOWN: CredentialStatus = { status: 'unknown', isOutOfForce: false }

function describe({ status, asOf }: { readonly status: TokenStatus; readonly asOf: number }): CredentialStatus {
  return { status, isOutOfForce: status !== 'valid', asOf: new Date(asOf * 1000).toISOString() }
}

/** Each copy has a place of its own: an entry is in force while all of them are. */
async function readStatus(
  { issuer, issuerKeys: keys, copies }: HeldCredential,
  { load, credentialIssuers: origins, now }: Asking,
): Promise<CredentialStatus> {
  try {
    const read = createStatusLists({ issuer, origins, getKey: createLocalJWKSet({ keys: [...keys] }), load })
    const found = await Promise.all((await claimsOf(copies)).map(async (claim) => read(claim, new Date(now))))
    const worst = found.find(({ status }) => status !== 'valid') ?? found[0]
    return worst ? describe(worst) : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

async function claimsOf(copies: CredentialItem['copies']): Promise<readonly unknown[]> {
  return Promise.all(copies.map(async ({ sdJwt }) => (await readSdJwt(sdJwt))?.status))
}
