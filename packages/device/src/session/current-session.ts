import {
  reopenVault,
  requireContinuity,
  type UnlockMethod,
  type UnlockRecord,
  VAULT_SNAPSHOT,
  VaultError,
} from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { currentSession, type DeviceContext, type OpenSession } from '../device-context.ts'
import { findOwn } from '../device-storage.ts'
import { ClientError, toFailure } from '../failure.ts'
import { proveHistory } from './prove-history.ts'

/** Reads what another device wrote, with the account key that is open: no root is needed, and no gesture. */
export async function refreshSession(context: DeviceContext): Promise<OpenSession> {
  const session = currentSession(context)
  const snapshot = VAULT_SNAPSHOT.read(await fetchVault(context.api, session.token))
  const reopened = await reopenVault(session.vault, snapshot)
  // Another tab may be further than this one.
  const known = findOwn((await context.storage.read()).vaults, session.userId)
  if (known) requireContinuity(reopened, known)
  const vault = await proveHistory(context.api, session.token, reopened)
  return replaceSession(context, { vault, unlock: snapshot.unlock })
}

/** Goes on with a changed session. */
export function replaceSession(context: DeviceContext, changes: Partial<OpenSession>): OpenSession {
  const next = { ...currentSession(context), ...changes }
  context.state.session = next
  return next
}

/** The record that a method opens; `openVault` has made sure that there is one, and only one. */
export function findRecord(records: readonly UnlockRecord[], method: UnlockMethod): UnlockRecord {
  const record = records.find(
    ({ type, bind }) => type === method.type && (method.type !== 'prf' || bind === method.credentialId),
  )
  if (!record) throw new VaultError('no_unlock', 'This vault cannot be opened in this way.')
  return record
}

/** An account without a vault is none that a sign-in may fill: only a sign-up creates one. */
export async function fetchVault(api: CoreApi, token: string): Promise<unknown> {
  try {
    return await api.readVault(token)
  } catch (error) {
    if (toFailure(error).code === 'not_found') throw new ClientError({ code: 'vault_missing' })
    throw error
  }
}
