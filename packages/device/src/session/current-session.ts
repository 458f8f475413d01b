import {
  reopenFromChanges,
  reopenVault,
  type UnlockMethod,
  type UnlockRecord,
  VAULT_CHANGES,
  VAULT_SNAPSHOT,
  VaultError,
} from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { currentSession, type DeviceContext, type OpenSession } from '../device-context.ts'
import { ClientError, toFailure } from '../failure.ts'

/**
 * Reads what another device wrote, with the account key that is open: no root is needed, and no gesture. Only what
 * changed is sent; where that does not lead to what the head says, the whole vault is read, and it counts.
 */
export async function refreshSession(context: DeviceContext): Promise<OpenSession> {
  const { token, vault } = currentSession(context)
  const sent = await orMissing(context.api.readVaultSince(token, vault.memory))
  if (sent === undefined) return currentSession(context)
  if (isWhole(sent)) return replaceVault(context, sent)
  return (await applyChanges(context, sent)) ?? replaceVault(context, await fetchVault(context.api, token))
}

async function applyChanges(context: DeviceContext, sent: unknown): Promise<OpenSession | undefined> {
  try {
    const vault = await reopenFromChanges(currentSession(context).vault, sent)
    return replaceSession(context, { vault, unlock: VAULT_CHANGES.read(sent).unlock })
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

async function replaceVault(context: DeviceContext, sent: unknown): Promise<OpenSession> {
  const snapshot = VAULT_SNAPSHOT.read(sent)
  const vault = await reopenVault(currentSession(context).vault, snapshot)
  return replaceSession(context, { vault, unlock: snapshot.unlock })
}

/** Core says since when it sends what changed, and sends the whole vault where it does not know that. */
function isWhole(sent: unknown): boolean {
  return !(typeof sent === 'object' && sent !== null && 'since' in sent)
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

export async function fetchVault(api: CoreApi, token: string): Promise<unknown> {
  return orMissing(api.readVault(token))
}

/** An account without a vault is none that a sign-in may fill: only a sign-up creates one. */
async function orMissing(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading
  } catch (error) {
    if (toFailure(error).code === 'not_found') throw new ClientError({ code: 'vault_missing' })
    throw error
  }
}
