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
import type { GesturePurpose } from './gesture-purpose.ts'
import { toProfile } from './profile.ts'
import { GESTURE_MS } from './unlock-secret-cache.ts'

/** A sign-in that core accepted, with the root that it gave. */
export type SignInProof = {
  readonly token: string
  readonly userId: string
  readonly root: UnlockMethod
  /** When the gesture began, in milliseconds: before core counts it, so that we never count on it for longer. */
  readonly since: number
  /** The password was registered under server secrets that are being replaced. */
  readonly needsNewPasswordRecord?: boolean | undefined
  readonly login?: string | undefined
  readonly deviceToken?: string | undefined
}

/**
 * Opens the vault that a sign-in leads to: signing in is unlocking. A vault that is not whole is refused, and nothing is
 * repaired or created in its place; what can be read of it stays within reach of `exportReadable`. The root has done its
 * work then and is wiped; only that of a recovery key is kept, for the recovery.
 * @throws VaultError, ClientError `vault_missing` and what core answers
 */
export async function openSession(context: DeviceContext, proof: SignInProof): Promise<OpenedProfile> {
  const { vaults = {} } = await context.storage.read()
  const memory = Object.hasOwn(vaults, proof.userId) ? vaults[proof.userId] : undefined
  await openFrom(context, proof, memory)
  keepRoot(context, proof, proof.root.type === 'recovery' ? { act: 'recover' } : undefined)
  return toProfile(context)
}

/**
 * Opens it again within an open session: the vault must be the one that is open, or a newer state of it. The root serves
 * what the gesture was made for.
 */
export async function reopenSession(
  context: DeviceContext,
  proof: SignInProof,
  purpose: GesturePurpose,
): Promise<OpenedProfile> {
  await openFrom(context, proof, currentSession(context).vault.memory)
  keepRoot(context, proof, purpose)
  return toProfile(context)
}

function keepRoot({ unlockSecret }: DeviceContext, { root, since }: SignInProof, purpose?: GesturePurpose): void {
  if (purpose) return unlockSecret.keep(root, { purpose, since })
  unlockSecret.wipe()
  root.root.fill(0)
}

async function openFrom(
  context: DeviceContext,
  { token, userId, root, login, deviceToken, needsNewPasswordRecord }: SignInProof,
  memory: VaultMemory | undefined,
): Promise<void> {
  const fetched = await fetchVault(context.api, token)
  const { vault, snapshot } = await openOrRefuse(context, { fetched, userId, root, memory })
  const { id: unlockId } = findRecord(snapshot.unlock, root)
  const method = METHOD_OF_UNLOCK_TYPE[root.type]
  const signedIn = { token, userId, method, unlockId, login, deviceToken, needsNewPasswordRecord }
  context.state.session = { ...signedIn, unlock: snapshot.unlock, vault }
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
    clock.after(GESTURE_MS, () => {
      root.root.fill(0)
      if (state.refused?.method === root) state.refused = undefined
    })
    throw error
  }
}
