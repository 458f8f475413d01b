import type { PlainItem } from '@countersign/vault'
import type { ClaimItem } from '../claims/claim-items.ts'
import { loaded } from '../failure.ts'
import { type CredentialItem, credentialItemsOf } from './credential-item.ts'
import type { ReadCredential } from './read-sd-jwt.ts'

/** A credential as its owner sees it. */
export type CredentialView = {
  readonly id: string
  readonly vct: string
  /** As the issuer calls it; empty where it has no word for it. */
  readonly typeName: string
  /** The issuer by its address, and as it calls itself. */
  readonly issuer: string
  readonly issuerName: string
  /** ISO 8601; undefined where it does not end. */
  readonly until: string | undefined
  readonly claims: Readonly<Record<string, string>>
}

/** A credential of the vault with its parsed contents. */
export type HeldCredential = CredentialItem & ReadCredential

/** The credentials of a vault, as far as they can be presented: each is bound to the key that is kept with it. */
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

/** Between the type of a credential, or the entry that holds it, and the name of a claim. */
const MARK = '#'

/** How the device, the log and the pages name a claim of a credential: `https://uni.example/degree#title`. */
export function credentialClaimName(vct: string, claim: string): string {
  return `${vct}${MARK}${claim}`
}

/** Whether a claim name belongs to a credential. */
export function isOfCredential(claim: string): boolean {
  return claim.includes(MARK)
}

/** The vault's entry that a choice is of: several claims may be of one credential. */
export function entryIdOf(chosenId: string): string {
  return chosenId.split(MARK)[0] ?? ''
}

/** The claims of a credential, as consent chooses among them. */
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
