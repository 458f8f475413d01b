import type { OperatorClaimList } from '@countersign/contracts'
import type { ProviderDependencies } from '../../surface/dependencies.ts'
import { listClaims } from './scope.store.ts'

/** What an operator has defined, for the pages of people. */
export async function showClaims({ sql }: Pick<ProviderDependencies, 'sql'>): Promise<OperatorClaimList> {
  return { claims: await listClaims(sql) }
}
