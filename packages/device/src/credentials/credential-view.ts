import type { PlainItem } from '@countersign/vault'
import type { ClaimItem } from '../claims/claim-items.ts'
import { loaded } from '../failure.ts'
import { type CredentialItem, credentialItemsOf } from './credential-item.ts'
import type { ReadCredential } from './read-sd-jwt.ts'

export type CredentialView = {
  readonly id: string
  readonly vct: string
  readonly typeName: string
  readonly issuer: string
  readonly issuerName: string
  /** ISO 8601; undefined if it does not expire. */
  readonly until: string | undefined
  readonly claims: Readonly<Record<string, string>>
}

export type HeldCredential = CredentialItem & ReadCredential

/** Skips credentials that are not bound to their stored key. */
export async function heldCredentialsOf(items: readonly PlainItem[]): Promise<readonly HeldCredential[]> {
  const kept = credentialItemsOf(items)
  if (kept.length === 0) return []
  const { readSdJwt } = await loaded(import('./presenting-parts.ts'))
  const read = kept.map(async (item) => {
    const said = await readSdJwt(item.sdJwt)
    const isOwn = said && said.boundTo.x === item.holderKey.x && said.boundTo.y === item.holderKey.y
    return isOwn ? [{ ...item, ...said }] : []
  })
  return (await Promise.all(read)).flat()
}

export function viewCredential({ until, ...held }: HeldCredential): CredentialView {
  const { id, vct, typeName, issuer, issuerName, claims } = held
  return { id, vct, typeName, issuer, issuerName, until: until === undefined ? undefined : toIso(until), claims }
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Separates a type or an entry id from a claim name. */
const MARK = '#'

/** Claim name in the device, the log and the pages: `https://uni.example/degree#title`. */
export function credentialClaimName(vct: string, claim: string): string {
  return `${vct}${MARK}${claim}`
}

export function isOfCredential(claim: string): boolean {
  return claim.includes(MARK)
}

export function entryIdOf(chosenId: string): string {
  return chosenId.split(MARK)[0] ?? ''
}

export function claimItemsOf({ id, vct, issuer, issuerName, until, claims }: CredentialView): readonly ClaimItem[] {
  return Object.entries(claims).map(([claim, value]) => ({
    id: `${id}${MARK}${claim}`,
    name: credentialClaimName(vct, claim),
    value,
    label: issuerName,
    isPreferred: false,
    changedAt: '',
    issuedBy: { issuer, name: issuerName, until },
  }))
}
