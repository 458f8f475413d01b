import { ServiceError } from '@countersign/service/errors'
import { VaultError } from '@countersign/vault'

/** The form of a record, of the vault package. */
type RecordForm = { readonly read: (value: unknown) => unknown }

/**
 * Reads a record with the reader that every device uses, so that nothing is stored here which no device would open
 * again: it checks what no schema says.
 * @throws `invalid_vault`
 */
export function checkRecord(value: unknown, form: RecordForm): void {
  try {
    form.read(value)
  } catch (error) {
    if (error instanceof VaultError) throw invalidVault(error.message)
    throw error
  }
}

export function invalidVault(message: string): ServiceError {
  return new ServiceError('invalid_vault', message)
}
