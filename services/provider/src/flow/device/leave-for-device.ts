import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import type { Sql, SqlPool } from '@countersign/service/sql'
import type { Client } from '../../clients/client.ts'
import { type Approval, type Decision, storeApproval } from '../requests/decision.store.ts'
import { sealForDevice } from './device-code.ts'
import { findDeviceKey, storeCodeForDevice } from './device-request.store.ts'

/** The code of an approval, sealed for the device that asked and nobody else; nothing if none did. Apps without the grant cost no statement. */
export async function sealIfForDevice(
  sql: Sql,
  { grantTypes }: Pick<Client, 'grantTypes'>,
  { authRequestId, code }: { readonly authRequestId: string; readonly code: string },
): Promise<Buffer | undefined> {
  if (!grantTypes.includes(DEVICE_CODE_GRANT)) return undefined
  const publicKey = await findDeviceKey(sql, authRequestId)
  return publicKey && sealForDevice(code, publicKey)
}

/** Approves, and leaves the code where the device finds it: both or neither. */
export async function storeApprovalForDevice(
  sql: SqlPool,
  approval: Approval,
  sealedCode: Buffer,
): Promise<Decision | undefined> {
  return sql.transaction(async (transaction) => {
    const decision = await storeApproval(transaction, approval)
    const isApproved = decision?.outcome === 'decided' || decision?.outcome === 'repeated'
    if (isApproved) await storeCodeForDevice(transaction, approval.authRequestId, sealedCode)
    return decision
  })
}
