import type { OperatorClaim } from '@countersign/contracts'
import type { ProviderDependencies } from '../dependencies.ts'

/** What an operator has defined, for the pages of people: from memory. */
export async function showClaims({
  scopes,
}: Pick<ProviderDependencies, 'scopes'>): Promise<{ claims: OperatorClaim[] }> {
  const { claims } = await scopes.all()
  return {
    claims: Array.from(claims.values(), ({ name, openIdName, labels }) => ({ name, openid_name: openIdName, labels })),
  }
}
