import {
  METHOD_OF_UNLOCK_TYPE,
  type OpenVault,
  openVault,
  type UnlockMethod,
  VAULT_SNAPSHOT,
  VaultError,
  type VaultMemory,
} from '@countersign/vault'
import type { SignedInAnswer } from '../api/sign-in-endpoints.ts'
import { type FirstUse, findOwn } from '../device-storage.ts'
import { ClientError, type GesturePurpose } from '../failure.ts'
import type { OpenedProfile } from '../views.ts'
import { catchUp, fetchVault, findRecord, proveHistory } from './current-session.ts'
import { countHeld, openHeld, settleHeld } from './held-vault.ts'
import { noteOwnSession } from './own-events.ts'
import { toProfile } from './profile.ts'
import { noticeReplacedRecoveryKey } from './replaced-recovery-key.ts'
import type { Arrival, Changing, OpenSession } from './state.ts'
import { GESTURE_MS } from './unlock-secret-cache.ts'

export type SignInProof = SignedInAnswer & {
  readonly root: UnlockMethod
  /** When the gesture began, in milliseconds: before core counts it, so that we never count on it for longer. */
  readonly since: number
  readonly login?: string | undefined
  readonly greeting?: string | undefined
}

type RootOfSignIn = Pick<SignInProof, 'root' | 'since'>

/** Refuses and never repairs a damaged vault; `acceptOlderVault` reaches one with another history. @throws ClientError */
export async function openSession(context: Changing, proof: SignInProof): Promise<OpenedProfile> {
  const { vaults, firstUses, recoveryKeys, deleted } = await context.storage.read()
  if (findOwn(deleted, proof.userId) !== undefined) throw new ClientError({ code: 'account_deleted' })
  const known = { memory: findOwn(vaults, proof.userId), firstUse: findOwn(firstUses, proof.userId) }
  await openFrom(context, proof, { ...known, ...carriedOver(context, proof) })
  noticeReplacedRecoveryKey(context, findOwn(recoveryKeys, proof.userId))
  if (proof.sessionId !== undefined) await noteOwnSession(context, proof.userId, proof.sessionId)
  keepForRecovery(context, proof)
  return toProfile(context)
}

/** Entering the recovery key again continues the recovery and its unwritten log entries. */
function carriedOver({ state: { session } }: Changing, { userId, root }: SignInProof): Partial<KnownVault> {
  if (session?.userId !== userId || session.method !== 'recovery' || root.type !== 'recovery') return {}
  const { inPlaceOf, held, unlogged, vault } = session
  return { inPlaceOf, held, unlogged, ...(unlogged && { memory: vault.memory }) }
}

/** Reopens the vault within its session: must be the same vault or a newer state. The root serves the gesture's purpose. */
export async function reopenSession(
  context: Changing,
  proof: SignInProof,
  purpose: GesturePurpose,
): Promise<OpenedProfile> {
  const { vault, firstUse, isRecoveryKeyReplaced, notices, inPlaceOf, held } = await catchUpOrWipe(context, proof)
  await openFrom(context, proof, { memory: vault.memory, firstUse, isRecoveryKeyReplaced, notices, inPlaceOf, held })
  context.unlockSecret.keep(proof.root, { purpose, since: proof.since })
  return toProfile(context)
}

async function catchUpOrWipe(context: Changing, { root }: RootOfSignIn): Promise<OpenSession> {
  try {
    return await catchUp(context)
  } catch (error) {
    root.root.fill(0)
    throw error
  }
}

/** The root of a sign-in has done its work and is wiped; only that of a recovery key is kept, for the recovery. */
export function keepForRecovery({ unlockSecret }: Pick<Changing, 'unlockSecret'>, { root, since }: RootOfSignIn): void {
  if (root.type === 'recovery') return unlockSecret.keep(root, { purpose: { act: 'recover' }, since })
  unlockSecret.wipe()
  root.root.fill(0)
}

type CarriedOver = Pick<OpenSession, 'inPlaceOf' | 'held' | 'unlogged'>

type KnownVault = CarriedOver &
  Pick<OpenSession, 'firstUse' | 'isRecoveryKeyReplaced' | 'notices'> & { readonly memory: VaultMemory | undefined }

async function openFrom(context: Changing, proof: SignInProof, { memory, ...known }: KnownVault): Promise<void> {
  const session = await openOrRefuse(context, proof, memory)
  const isOpen = known.held !== undefined && known.held !== 'sealed'
  const held = isOpen ? known.held : await settleHeld(context, proof, session.vault)
  context.state.session = { ...session, ...known, held, firstUse: session.firstUse ?? known.firstUse }
}

async function openVaultOf(
  { root, since: _since, ...signedIn }: SignInProof,
  fetched: unknown,
  memory?: VaultMemory,
): Promise<OpenSession> {
  const snapshot = VAULT_SNAPSHOT.read(fetched)
  const { vault } = await openVault({ snapshot, userId: signedIn.userId, method: root, memory })
  const { unlock } = snapshot
  const method = METHOD_OF_UNLOCK_TYPE[root.type]
  const firstUse = vault.continuity === 'first_use' ? firstUseOf(vault) : undefined
  return { ...signedIn, method, unlockId: findRecord(unlock, root).id, unlock, vault, firstUse }
}

function firstUseOf({ lastChanged: { at, device }, memory: { gen } }: OpenVault): FirstUse {
  return { at: at.toISOString(), device, gen }
}

async function openOrRefuse(context: Changing, proof: SignInProof, memory?: VaultMemory): Promise<OpenSession> {
  const fetched = await fetchVault(context.api, proof.token)
  try {
    const session = await openVaultOf(proof, fetched, memory)
    const vault = await proveHistory(context.api, proof.token, session.vault)
    context.state.arrival = { at: 'start' }
    return { ...session, vault }
  } catch (error) {
    const refused = { at: 'refused', snapshot: fetched, root: proof.root } as const
    keepRefused(context, refused)
    if (memory === undefined || !isOtherHistory(error)) throw error
    // Not damaged, or it would have failed with that: the device's memory is compared last.
    const opened = await openVaultOf(proof, fetched)
    const held = await openHeld(context, proof)
    const session = { ...opened, firstUse: undefined, inPlaceOf: memory, held }
    context.state.arrival = { ...refused, older: { session, since: proof.since } }
    const { code, detail } = error
    throw new ClientError({ code, detail, heldEntries: held && countHeld(session) }, { cause: error })
  }
}

/** Until the root of the sign-in is wiped. */
function keepRefused({ state, clock }: Changing, refused: Extract<Arrival, { at: 'refused' }>): void {
  const { root } = refused
  state.arrival = refused
  clock.after(GESTURE_MS, () => {
    root.root.fill(0)
    if (state.arrival.at === 'refused' && state.arrival.root === root) state.arrival = { at: 'start' }
  })
}

function isOtherHistory(error: unknown): error is VaultError {
  return error instanceof VaultError && (error.code === 'rollback' || error.code === 'fork')
}
