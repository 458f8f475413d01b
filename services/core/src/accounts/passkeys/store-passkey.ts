import { ServiceError } from '@countersign/service/errors'
import { type Transaction } from '@countersign/service/sql'
import { insertPasskey, type Passkey } from './passkey.store.ts'

/** @throws `invalid_passkey` for a credential that an account has already */
export async function storePasskey(sql: Transaction, passkey: Passkey): Promise<void> {
  if (await insertPasskey(sql, passkey)) return
  throw new ServiceError('invalid_passkey', 'This passkey belongs to an account already. Make a new one.')
}
