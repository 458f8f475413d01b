import type { MethodChangeRequest } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { isBoundTo, LIMITS, UNLOCK_RECORD, type UnlockBinding, type UnlockRecord } from '@countersign/vault'
import { checkRecord, invalidVault } from '../../vaults/check-vault.ts'
import type { Method } from '../records/method.store.ts'
import type { ActiveSession } from '../sessions/session.store.ts'

/**
 * A recovery key is used when the other methods are lost, and is itself exposed by being typed: its session must set up
 * a new method and a new key together.
 * @throws `invalid_vault`
 */
export function requireReplacementsAfterRecovery(
  { scope }: ActiveSession,
  { add, recovery }: MethodChangeRequest,
): void {
  if (scope !== 'recovery' || (add && recovery)) return
  throw invalidVault('After using a recovery key, set up a new password or passkey and a new recovery key together.')
}

/** @throws `invalid_vault` */
export function requireUnusedIds(methods: readonly Method[], { add, recovery }: MethodChangeRequest): void {
  const added = [add, recovery].flatMap((each) => (each ? [each.unlock.id] : []))
  const all = [...methods.map(({ record }) => record.id), ...added]
  if (new Set(all).size !== all.length) throw invalidVault('A new unlock record needs an identifier of its own.')
}

/**
 * Returns the records that end: those that the person removes, and those that a new password or recovery key replaces.
 * @throws `not_found` for a record that the account does not have
 */
export function endingMethods(
  methods: readonly Method[],
  { add, recovery, remove }: MethodChangeRequest,
): readonly string[] {
  const removed = remove.map((id) => id.toLowerCase())
  if (removed.some((id) => methods.every(({ record }) => record.id !== id))) {
    throw new ServiceError('not_found', 'There is no such unlock method. Read the list again.')
  }
  const isReplaced = ({ type }: Method): boolean =>
    (type === 'password' && add?.type === 'password') || (type === 'recovery' && recovery !== undefined)
  return [...removed, ...methods.filter(isReplaced).map(({ record }) => record.id)]
}

/**
 * An account always has one recovery key, another unlock method, and no more methods than are allowed.
 * @throws `last_method` and `invalid_vault`
 */
export function requireValidMethods(methods: readonly Method[]): void {
  const recoveryKeys = methods.filter(({ type }) => type === 'recovery').length
  if (recoveryKeys !== 1) throw invalidVault('An account has one recovery key: replace it instead of removing it.')
  if (methods.length < 2) {
    throw new ServiceError('last_method', 'This is the last way in to your account. Add another one first.')
  }
  if (methods.length > LIMITS.unlockMethods) {
    throw invalidVault(`An account has at most ${LIMITS.unlockMethods} ways in. Remove one first.`)
  }
}

type Expected = { readonly vaultId: string; readonly akGen: number; readonly binding: UnlockBinding }

/**
 * Checks the readable fields of a new unlock record. Only a device can tell if the head lists it and if it opens the vault.
 * @throws `invalid_vault`
 */
export function checkUnlock(record: UnlockRecord, { vaultId, akGen, binding }: Expected): void {
  checkRecord(record, UNLOCK_RECORD)
  if (record.vault_id !== vaultId) throw invalidVault('The unlock record is of another vault.')
  if (record.ak_gen !== akGen) throw invalidVault('The unlock record is of another account key.')
  if (!isBoundTo(record, binding)) throw invalidVault('The unlock record is bound to another method.')
}
