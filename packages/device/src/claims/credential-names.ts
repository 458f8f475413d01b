import type { ScopeDetail } from '@countersign/contracts'

/** Separates a type or an entry id from a claim name. */
const MARK = '#'

/** Claim name in the device, the log and the pages: `https://uni.example/degree#title`. */
export function credentialClaimName(vct: string, claim: string): string {
  return `${vct}${MARK}${claim}`
}

/** `id` of a credential's claim among the items to choose from. */
export function credentialItemId(entryId: string, claim: string): string {
  return `${entryId}${MARK}${claim}`
}

/** Whether a claim name is one of `credentialClaimName`. */
export function isOfCredential(claim: string): boolean {
  return claim.includes(MARK)
}

/** Whether it is a claim of credentials of this type. */
export function isClaimOf(vct: string, claim: string): boolean {
  return claim.startsWith(`${vct}${MARK}`)
}

/** The vault entry behind the `id` of a chosen claim: its own, or its credential's. */
export function entryIdOf(chosenId: string): string {
  return chosenId.split(MARK)[0] ?? ''
}

/** Not a valid scope name: it holds a space (RFC 6749 §3.3). */
const PREFIX = 'credential '

/** Selected like a scope, never approved as one. */
export function credentialScopeName(vct: string): string {
  return `${PREFIX}${vct}`
}

export function isCredentialScope({ name }: Pick<ScopeDetail, 'name'>): boolean {
  return name.startsWith(PREFIX)
}

/** The `vct` of a requested credential; undefined for a scope. */
export function credentialTypeOf(scope: Pick<ScopeDetail, 'name'>): string | undefined {
  return isCredentialScope(scope) ? scope.name.slice(PREFIX.length) : undefined
}
