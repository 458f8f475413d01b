import type { ClaimValues } from '../claims/claim-item.ts'
import type { Release } from './resolve-approval.ts'

/** All that an app gets with a release: what the person says, and what others say of them. */
export function releasedValues({ claims, issued }: Pick<Release, 'claims' | 'issued'>): ClaimValues {
  return { ...claims, ...issued.claims }
}
