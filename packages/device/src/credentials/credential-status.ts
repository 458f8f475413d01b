import { createStatusLists, type TokenStatus } from '@countersign/data-token/status-list'
import { createLocalJWKSet } from 'jose'
import type { HeldCredential } from './credential-view.ts'

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

async function readStatus(
  { issuer, issuerKeys: keys, status: claim }: HeldCredential,
  { load, credentialIssuers: origins, now }: Asking,
): Promise<CredentialStatus> {
  try {
    const read = createStatusLists({ issuer, origins, getKey: createLocalJWKSet({ keys: [...keys] }), load })
    const { status, asOf } = await read(claim, new Date(now))
    return { status, isOutOfForce: status !== 'valid', asOf: new Date(asOf * 1000).toISOString() }
  } catch {
    return { status: 'unknown', isOutOfForce: false }
  }
}
