import type { OperatorClaimList } from '@countersign/contracts'
import type { WithSql } from '../../ground/parts.ts'
import { listClaims } from './scope.store.ts'

/** What an operator has defined, for the pages of people. */
export async function showClaims({ sql }: WithSql): Promise<OperatorClaimList> {
  return { claims: await listClaims(sql) }
}
