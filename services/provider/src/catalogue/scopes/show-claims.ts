import type { OperatorClaimList } from '@countersign/contracts'
import type { WithSql } from '../../ground/parts.ts'
import { listClaims } from './scope.store.ts'

/** The operator's claims, for the vault pages. */
export async function showClaims({ sql }: WithSql): Promise<OperatorClaimList> {
  return { claims: await listClaims(sql) }
}
