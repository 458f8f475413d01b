import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { deriveBytes, newKeyedSecret } from '@countersign/service/secrets'
import type { Sql, SqlPool } from '@countersign/service/sql'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Client } from '../../clients/client.ts'
import { type Approval, storeApproval } from '../requests/decision.store.ts'
import { findDeviceKey, storeCodeForDevice } from './device-request.store.ts'

const LABEL = 'countersign/v1/device-code-key'
/** DER headers of X25519 keys (RFC 8410 §4, §7). */
const PRIVATE_KEY = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_KEY = Buffer.from('302a300506032b656e032100', 'hex')

/** A new device code, and the public key derived from it: stored, to seal the answer for the device. */
export function newDeviceCode(authRequestId: string) {
  const deviceCode = newKeyedSecret('cs_dc_', authRequestId)
  const spki = createPublicKey(privateKeyOf(deviceCode)).export({ format: 'der', type: 'spki' })
  return { deviceCode, publicKey: spki.subarray(PUBLIC_KEY.length) }
}

/** To the device's public key: the device code is absent at approval, and nothing stored may open the seal. */
export async function sealForDevice(code: string, publicKey: Buffer): Promise<Buffer> {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_KEY, publicKey]), format: 'der', type: 'spki' })
  const jwe = await new CompactEncrypt(Buffer.from(code))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(key)
  return Buffer.from(jwe)
}

/** @throws Error for any other device code */
export async function openForDevice(sealed: Buffer, deviceCode: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, privateKeyOf(deviceCode), {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return Buffer.from(plaintext).toString('utf8')
}

function privateKeyOf(deviceCode: string): KeyObject {
  const bytes = deriveBytes({ secret: deviceCode, label: LABEL, isOneTime: true })
  return createPrivateKey({ key: Buffer.concat([PRIVATE_KEY, bytes]), format: 'der', type: 'pkcs8' })
}

/** Undefined without a device. Clients without the grant cost no statement. */
export async function sealIfForDevice(
  sql: Sql,
  { grantTypes }: Pick<Client, 'grantTypes'>,
  { authRequestId, code }: { readonly authRequestId: string; readonly code: string },
): Promise<Buffer | undefined> {
  if (!grantTypes.includes(DEVICE_CODE_GRANT)) return undefined
  const publicKey = await findDeviceKey(sql, authRequestId)
  return publicKey && sealForDevice(code, publicKey)
}

export async function storeApprovalForDevice(sql: SqlPool, approval: Approval, sealedCode: Buffer) {
  return sql.transaction(async (transaction) => {
    const decision = await storeApproval(transaction, approval)
    const isApproved = decision?.outcome === 'decided' || decision?.outcome === 'repeated'
    if (isApproved) await storeCodeForDevice(transaction, approval.authRequestId, sealedCode)
    return decision
  })
}
