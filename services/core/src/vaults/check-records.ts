import { ServiceError } from '@countersign/service'
import { VaultError } from '@countersign/vault'

/**
 * Reads a record with the reader that every device uses, so that nothing is stored here which no device would open
 * again.
 * @throws `invalid_vault`
 */
export function checkRecord<Value>(value: Value, read: (value: Value) => unknown): void {
  try {
    read(value)
  } catch (error) {
    if (error instanceof VaultError) throw invalidVault(error.message)
    throw error
  }
}

export function invalidVault(message: string): ServiceError {
  return new ServiceError('invalid_vault', message)
}
