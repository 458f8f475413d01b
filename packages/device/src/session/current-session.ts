import {
  LIMITS,
  missingHeads,
  type OpenVault,
  proveContinuity,
  reopenFromChanges,
  reopenVault,
  requireContinuity,
  type UnlockMethod,
  type UnlockRecord,
  VAULT_CHANGES,
  VAULT_SNAPSHOT,
  VaultError,
  type VaultMemory,
} from '@countersign/vault'
import type { CoreApi } from '../api/core-api.ts'
import { type DeviceStorage, findOwn } from '../device-storage.ts'
import { ClientError, toFailure } from '../failure.ts'
import { currentSession, type OpenSession, type Reading } from './state.ts'

/** Needs no gesture. Fetches only changes; if they do not match the head, reads the whole vault instead. */
export async function refreshSession(context: Reading): Promise<OpenSession> {
  const session = currentSession(context)
  const { api, storage } = context
  // Another tab may be further than this one. Read first: a later commit of that tab may not be in the answer yet.
  const known = findOwn((await storage.read()).vaults, session.userId)
  const sent = await orMissing(api.readVaultSince(session.token, session.vault.memory))
  const present = sent === undefined ? session : await readSent(api, session, sent)
  if (known && known.hash !== session.inPlaceOf?.hash) requireContinuity(present.vault, known)
  const vault = await proveHistory(api, session.token, present.vault)
  return replaceSession(context, { vault, unlock: present.unlock })
}

/** Fetches another window's writes, before a write or the use of a root. @throws VaultError `rollback`, `fork` */
export async function catchUp(context: Reading): Promise<OpenSession> {
  const session = currentSession(context)
  return (await isContinuing(context.storage, session)) ? session : refreshSession(context)
}

const ATTEMPTS = 5

/** Again after a conflict: a faster write, or expired staged items. @throws ClientError `stale_vault` after 5 */
export async function writeUntilAccepted(
  context: Reading,
  write: (session: OpenSession) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const session = await (attempt === 0 ? catchUp(context) : refreshSession(context))
    try {
      return await write(session)
    } catch (error) {
      if (!['stale_vault', 'staging_expired'].includes(toFailure(error).code)) throw error
    }
  }
  throw new ClientError({ code: 'stale_vault' })
}

type ReadVault = { readonly vault: OpenVault; readonly unlock: readonly UnlockRecord[] }

async function readSent(api: CoreApi, { token, vault }: OpenSession, sent: unknown): Promise<ReadVault> {
  if (isWhole(sent)) return readWhole(vault, sent)
  return (await applyChanges(vault, sent)) ?? readWhole(vault, await fetchVault(api, token))
}

async function readWhole(vault: OpenVault, sent: unknown): Promise<ReadVault> {
  const snapshot = VAULT_SNAPSHOT.read(sent)
  return { vault: await reopenVault(vault, snapshot), unlock: snapshot.unlock }
}

async function applyChanges(vault: OpenVault, sent: unknown): Promise<ReadVault | undefined> {
  try {
    return { vault: await reopenFromChanges(vault, sent), unlock: VAULT_CHANGES.read(sent).unlock }
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

/** An answer with changes names its base state; core sends the whole vault if it does not know that state. */
function isWhole(sent: unknown): boolean {
  return !(typeof sent === 'object' && sent !== null && 'since' in sent)
}

export function replaceSession(context: Pick<Reading, 'state'>, changes: Partial<OpenSession>): OpenSession {
  const next = { ...currentSession(context), ...changes }
  context.state.session = next
  return next
}

/** The record that a method opens; `openVault` guarantees exactly one. */
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

/** A sign-in never fills an account without a vault: only a sign-up creates one. */
async function orMissing(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading
  } catch (error) {
    if (toFailure(error).code === 'not_found') throw new ClientError({ code: 'vault_missing' })
    throw error
  }
}

/** Whether the session's vault continues this device's memory of it, or replaces it by the owner's choice. */
export async function isContinuing(
  storage: DeviceStorage,
  { userId, vault, inPlaceOf }: Pick<OpenSession, 'userId' | 'vault' | 'inPlaceOf'>,
): Promise<boolean> {
  const known = findOwn((await storage.read()).vaults, userId)
  if (known === undefined || known.hash === inPlaceOf?.hash) return true
  return continues(vault, known)
}

export function continues(vault: OpenVault, known: VaultMemory): boolean {
  try {
    requireContinuity(vault, known)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}

/** Has core prove that a vault many generations ahead continues the memory. @throws VaultError `fork` */
export async function proveHistory(api: CoreApi, token: string, vault: OpenVault): Promise<OpenVault> {
  const missing = missingHeads(vault)
  if (missing === undefined) return vault
  const hashes = await readHashes(api, token, missing)
  return proveContinuity(vault, hashes)
}

async function readHashes(api: CoreApi, token: string, { from, count }: { from: number; count: number }) {
  const hashes: unknown[] = []
  try {
    while (hashes.length < count) {
      const page = await api.readAncestors(token, from + hashes.length)
      // Whole pages, or core could have us ask without end.
      if (page.length < Math.min(count - hashes.length, LIMITS.ancestorsPerPage)) return []
      hashes.push(...page.slice(0, LIMITS.ancestorsPerPage))
    }
  } catch (error) {
    if (error instanceof ClientError) return []
    throw error
  }
  // Another device may have written meanwhile.
  return hashes.slice(0, count)
}
