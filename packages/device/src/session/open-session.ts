import {
  METHOD_OF_UNLOCK_TYPE,
  openVault,
  type UnlockMethod,
  VAULT_SNAPSHOT,
  type VaultMemory,
} from '@countersign/vault'
import { currentSession, type DeviceContext } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { fetchVault, findRecord } from './current-session.ts'
import { toProfile } from './profile.ts'
import { proveHistory } from './prove-history.ts'
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
 * @throws VaultError, ClientError `vault_missing` and what core answers
 */
export async function openSession(context: DeviceContext, proof: SignInProof): Promise<OpenedProfile> {
  const { vaults = {} } = await context.storage.read()
  const memory = Object.hasOwn(vaults, proof.userId) ? vaults[proof.userId] : undefined
  return openFrom(context, proof, memory)
}

/** Opens it again within an open session: the vault must be the one that is open, or a newer state of it. */
export async function reopenSession(context: DeviceContext, proof: SignInProof): Promise<OpenedProfile> {
  return openFrom(context, proof, currentSession(context).vault.memory)
}

async function openFrom(
  context: DeviceContext,
  { token, userId, root, since, login, deviceToken }: SignInProof,
  memory: VaultMemory | undefined,
): Promise<OpenedProfile> {
  const fetched = await fetchVault(context.api, token)
  const { vault, snapshot } = await openOrRefuse(context, { fetched, token, userId, root, memory })
  const { id: unlockId } = findRecord(snapshot.unlock, root)
  const method = METHOD_OF_UNLOCK_TYPE[root.type]
  context.state.session = { token, userId, method, unlockId, unlock: snapshot.unlock, vault, login, deviceToken }
  context.unlockSecret.keep(root, since)
  return toProfile(context)
}

type OpeningRequest = Pick<SignInProof, 'token' | 'userId' | 'root'> & {
  readonly fetched: unknown
  readonly memory: VaultMemory | undefined
}

async function openOrRefuse({ api, state, clock }: DeviceContext, request: OpeningRequest) {
  const { fetched, token, userId, root, memory } = request

  try {
    const snapshot = VAULT_SNAPSHOT.read(fetched)
    const opened = await openVault({ snapshot, userId, method: root, memory })
    const vault = await proveHistory(api, token, opened.vault)
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
