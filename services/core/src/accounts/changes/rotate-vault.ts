import type { MethodsChanged, VaultRotationRequest } from '@countersign/contracts'
import type { Transaction } from '@countersign/service/sql'
import { formatEtag, hashHead, type UnlockRecord, VAULT_ROTATION } from '@countersign/vault'
import { logAccountKeyRotated } from '../../ground/events.ts'
import type { Origin } from '../../ground/http/caller.ts'
import { checkRecord, checkSize, invalidVault } from '../../vaults/check-vault.ts'
import { lockVaultAt, storeActivity } from '../../vaults/commit-vault.ts'
import { putStagedItems } from '../../vaults/staging/stage-items.ts'
import { measureItems, putItems, removeAllItems, replaceHead } from '../../vaults/vault.store.ts'
import { movePasskey } from '../credentials/passkeys/passkey.store.ts'
import { movePassword } from '../credentials/passwords/password.store.ts'
import {
  deleteMethods,
  insertUnlockRecord,
  listMethods,
  type Method,
  storeRecoveryKey,
} from '../records/method.store.ts'
import { revokeGrantsNow } from '../records/revocations/revoke-pending-grants.ts'
import { changeSessions } from '../sessions/session-memory.ts'
import type { AuthenticatedSession } from '../sessions/sessions.ts'
import { addMethod, type WithNewMethods } from './add-method.ts'
import { completeChange, type WithMethodChanges } from './complete-change.ts'
import { changesOf, type MethodChangeEvent, removedMethods, rotationIntents } from './method-events.ts'

type Rotation = {
  readonly ifMatch: string | undefined
  readonly rotation: VaultRotationRequest
  readonly origin: Origin
}

/**
 * Replaces the account key of a vault: head, items, unlock methods and recovery key, all or nothing. A method without a
 * new record ends. All grants end too: an attacker with an unlock method could have made some (RFC 9700 §4.14.2). The
 * answer carries the new token of the session; every other session has ended.
 * @throws `precondition_required`, `stale_vault`, `staging_expired`, `invalid_vault`, `registration_expired` and
 * `reauth_required`
 */
export async function rotateVault(
  dependencies: WithMethodChanges,
  session: AuthenticatedSession,
  { ifMatch, rotation, origin }: Rotation,
): Promise<{ readonly answer: MethodsChanged; readonly etag: string }> {
  const { userId } = session
  const { head, items, staged, unlock, activity, recovery } = rotation
  checkRecord({ head, items, unlock, activity }, VAULT_ROTATION)
  const { happened, ...result } = await changeSessions(dependencies, [userId], async (sql) => {
    const { vaultId, akGen } = await lockVaultAt(sql, userId, { ifMatch, head })
    if (head.ak_gen !== akGen + 1) throw invalidVault('The new account key must be one generation after the last.')
    if (unlock.some(({ vault_id }) => vault_id !== vaultId)) throw invalidVault('A record is of another vault.')
    const before = await listMethods(sql, userId)
    const beforeIds = before.map(({ record }) => record.id)
    if (unlock.some(({ id }) => beforeIds.includes(id))) throw invalidVault('A new record needs a new identifier.')

    const size = await measureItems(sql, userId)
    const headHash = await hashHead(vaultId, head)
    const etag = formatEtag(head.gen, headHash)
    await replaceHead(sql, userId, { head, headHash })
    await removeAllItems(sql, userId, head.gen)
    if (staged) await putStagedItems(sql, { userId, kind: 'rotation', staged, head })
    if (items.length > 0) await putItems(sql, userId, { gen: head.gen, items })
    checkSize(await measureItems(sql, userId), size)
    await storeActivity(sql, { userId, vaultId }, activity)
    const password = await replacePassword(sql, dependencies, { userId, rotation, before, vaultId })
    await rewrap(sql, userId, { rotation, before })
    await deleteMethods(sql, userId, beforeIds)
    const recoveryRecord = unlock.find(({ type }) => type === 'recovery')
    if (recoveryRecord) await storeRecoveryKey(sql, userId, { key: recovery, unlockId: recoveryRecord.id })

    const after = await listMethods(sql, userId)
    const removed = removedMethods({ before, after })
    const events = [{ type: 'account_key_rotated' } as const, ...(password ? [password] : []), ...removed]
    const intents = rotationIntents(password)
    const completion = { vaultId, gen: head.gen, origin, before, after, events, intents, endsGrants: true }
    return { etag, happened: events, answer: await completeChange(sql, session, completion) }
  })
  await revokeGrantsNow(dependencies, userId)
  dependencies.logoutReporter.reportSoon(userId)
  dependencies.securityMailer.tellSoon(userId, { changes: changesOf(happened), origin })
  logAccountKeyRotated(dependencies.logger, { ...session, gen: head.gen })
  return result
}

type Replacement = {
  readonly userId: string
  readonly rotation: VaultRotationRequest
  readonly before: readonly Method[]
  readonly vaultId: string
}

/** Replaces the password, if the rotation has a new one, and its unlock record. */
async function replacePassword(
  sql: Transaction,
  dependencies: WithNewMethods,
  { userId, rotation, before, vaultId }: Replacement,
): Promise<MethodChangeEvent | undefined> {
  const { password, head } = rotation
  if (!password) return undefined
  const unlock = rotation.unlock.find(({ type }) => type === 'opaque')
  if (!unlock) throw invalidVault('The new password has no record.')
  const old = before.filter(({ type }) => type === 'password').map(({ record }) => record.id)
  await deleteMethods(sql, userId, old)
  const vault = { vaultId, akGen: head.ak_gen }
  return addMethod(sql, dependencies, { userId, method: { type: 'password', ...password, unlock }, before, vault })
}

/** @throws `invalid_vault` for a record of a method that the account does not have */
async function rewrap(
  sql: Transaction,
  userId: string,
  { rotation, before }: Pick<Replacement, 'rotation' | 'before'>,
): Promise<void> {
  const { unlock, password, recovery } = rotation
  const bindings = new Set(unlock.map(({ type, bind }) => `${type} ${bind}`))
  if (bindings.size !== unlock.length) throw invalidVault('There are two records of one method.')
  const credentialIdentifier = before.find(({ type }) => type === 'password')?.credentialIdentifier ?? ''
  const credentialOf = ({ type, bind }: UnlockRecord): string =>
    ({ opaque: credentialIdentifier, prf: bind, recovery: recovery.rec_id })[type]
  for (const record of unlock) {
    // A new password came with its record.
    if (password && record.type === 'opaque') continue
    const credential = credentialOf(record)
    await insertUnlockRecord(sql, userId, { record, credential })
    const moved = { userId, unlockId: record.id }
    const isKnown =
      record.type === 'recovery' ||
      (record.type === 'opaque'
        ? await movePassword(sql, { ...moved, credentialIdentifier: credential })
        : await movePasskey(sql, { ...moved, credentialId: credential }))
    if (!isKnown) throw invalidVault('A record is of a method that this account has not. Read the list again.')
  }
}
