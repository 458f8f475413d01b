import type { PlainItem } from '@countersign/vault'
import type { ClaimItem } from '../claims/claim-items.ts'
import { credentialClaimName, credentialItemId } from '../claims/credential-names.ts'
import { loaded } from '../failure.ts'
import { usageOf } from './credential-copies.ts'
import { type CredentialItem, credentialItemsOf } from './credential-item.ts'
import type { ReadCredential } from './sd-jwt.ts'

/** A credential as pages show it, without its secret parts. */
export type CredentialView = Readonly<ReturnType<typeof viewCredential>>

/** A vault entry with the contents of its SD-JWT. */
export type HeldCredential = CredentialItem & ReadCredential

/** Skips credentials that are not bound to their stored key. */
export async function heldCredentialsOf(items: readonly PlainItem[]): Promise<readonly HeldCredential[]> {
  const kept = credentialItemsOf(items)
  if (kept.length === 0) return []
  const { isBoundTo, readSdJwt } = await loaded(import('./sd-jwt.ts'))
  const read = kept.map(async (item) => {
    const [{ sdJwt, holderKey }] = item.copies
    const said = await readSdJwt(sdJwt)
    return said && isBoundTo(said, holderKey) ? [{ ...item, ...said }] : []
  })
  return (await Promise.all(read)).flat()
}

/**
 * `issuedAt`: ISO 8601, undefined if the issuer does not say; `until` too, undefined if it does not expire. `unused`: copies
 * for more apps, undefined if one serves all. `apps`: client ids of those that have one.
 */
export function viewCredential({ until, issuedAt, ...held }: HeldCredential) {
  const { id, vct, typeName, issuer, issuerName, colour, claims } = held
  const times = { issuedAt: toIso(issuedAt), until: toIso(until) }
  return { id, vct, typeName, issuer, issuerName, colour, ...times, claims, ...usageOf(held) }
}

function toIso(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString()
}

/** A credential's claims as items to choose from, beside those that the user entered. */
export function claimItemsOf({ id, vct, issuer, issuerName, until, claims }: CredentialView): readonly ClaimItem[] {
  return Object.entries(claims).map(([claim, value]) => ({
    id: credentialItemId(id, claim),
    name: credentialClaimName(vct, claim),
    value,
    label: issuerName,
    isPreferred: false,
    changedAt: '',
    issuedBy: { issuer, name: issuerName, until },
  }))
}
