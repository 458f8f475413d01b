import {
  METHOD_OF_UNLOCK_TYPE,
  type OpenVault,
  openVault,
  type UnlockMethod,
  VAULT_SNAPSHOT,
  type VaultMemory,
} from '@countersign/vault'
import { currentSession, type DeviceContext } from '../device-context.ts'
import { findOwn } from '../device-storage.ts'
import { ClientError } from '../failure.ts'
import type { FirstUse, OpenedProfile } from '../views.ts'
import { fetchVault, findRecord } from './current-session.ts'
import { toProfile } from './profile.ts'
import { FRESH_MS } from './unlock-secret-cache.ts'

/** A sign-in that core accepted, with the root that it gave. */
export type SignInProof = {
  readonly token: string
  readonly userId: string
  readonly root: UnlockMethod
  /** When the sign-in began, in milliseconds: before core counts it, so that we never call it fresh for longer. */
  readonly since: number
  readonly login?: string | undefined
  readonly deviceToken?: string | undefined
}

/**
 * Opens the vault that a sign-in leads to: signing in is unlocking. A vault that is not whole is refused, and nothing is
 * repaired or created in its place; what can be read of it stays within reach of `exportReadable`.
 * @throws VaultError, ClientError `account_deleted`, `vault_missing` and what core answers
 */
export async function openSession(context: DeviceContext, proof: SignInProof): Promise<OpenedProfile> {
  const { vaults, firstUses, deleted } = await context.storage.read()
  if (findOwn(deleted, proof.userId) !== undefined) throw new ClientError({ code: 'account_deleted' })
  const known = { memory: findOwn(vaults, proof.userId), firstUse: findOwn(firstUses, proof.userId) }
  return openFrom(context, proof, known)
}

/** Opens it again within an open session: the vault must be the one that is open, or a newer state of it. */
export async function reopenSession(context: DeviceContext, proof: SignInProof): Promise<OpenedProfile> {
  const { vault, firstUse } = currentSession(context)
  return openFrom(context, proof, { memory: vault.memory, firstUse })
}

/** What this device knows of a vault before it opens it. */
type KnownVault = {
  readonly memory: VaultMemory | undefined
  readonly firstUse: FirstUse | undefined
}

async function openFrom(
  context: DeviceContext,
  { token, userId, root, since, login, deviceToken }: SignInProof,
  known: KnownVault,
): Promise<OpenedProfile> {
  const fetched = await fetchVault(context.api, token)
  const { vault, snapshot } = await openOrRefuse(context, { fetched, userId, root, memory: known.memory })
  const { id: unlockId } = findRecord(snapshot.unlock, root)
  const method = METHOD_OF_UNLOCK_TYPE[root.type]
  const { unlock } = snapshot
  const firstUse = vault.continuity === 'first_use' ? firstUseOf(vault) : known.firstUse
  context.state.session = { token, userId, method, unlockId, unlock, vault, firstUse, login, deviceToken }
  context.unlockSecret.keep(root, since)
  return toProfile(context)
}

function firstUseOf({ lastChanged: { at, device }, memory: { gen } }: OpenVault): FirstUse {
  return { at: at.toISOString(), device, gen }
}

type OpeningRequest = Pick<SignInProof, 'userId' | 'root'> & {
  readonly fetched: unknown
  readonly memory: VaultMemory | undefined
}

async function openOrRefuse({ state, clock }: DeviceContext, { fetched, userId, root, memory }: OpeningRequest) {
  try {
    const snapshot = VAULT_SNAPSHOT.read(fetched)
    const { vault } = await openVault({ snapshot, userId, method: root, memory })
    state.refused = undefined
    return { vault, snapshot }
  } catch (error) {
    state.refused = { snapshot: fetched, method: root }
    clock.after(FRESH_MS, () => {
      root.root.fill(0)
      if (state.refused?.method === root) state.refused = undefined
    })
    throw error
  }
}
