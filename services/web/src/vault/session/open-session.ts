import {
  openVault,
  reopenVault,
  type UnlockMethod,
  type UnlockRecord,
  VAULT_SNAPSHOT,
  VaultError,
} from '@countersign/vault'
import type { CoreApi } from '../../api/core-api.ts'
import { ClientError, toFailure } from '../../failure.ts'
import type { DeviceMemories, OpenedProfile } from '../protocol.ts'
import type { SignInMethod } from '../views.ts'
import { currentSession, type OpenSession, type WorkerContext } from '../worker-context.ts'
import { toProfile } from './profile.ts'
import { FRESH_MS } from './root-keeper.ts'

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

export const METHOD_NAMES = { opaque: 'password', prf: 'passkey', recovery: 'recovery' } as const satisfies Record<
  UnlockMethod['type'],
  SignInMethod
>

/**
 * Opens the vault that a sign-in leads to: signing in is unlocking. A vault that is not whole is refused, and nothing is
 * repaired or created in its place; what can be read of it stays within reach of `exportReadable`.
 * @throws VaultError, ClientError `vault_missing` and what core answers
 */
export async function openSession(
  context: WorkerContext,
  proof: SignInProof,
  memories: DeviceMemories,
): Promise<OpenedProfile> {
  const { state, roots } = context
  const { token, userId, root, login, deviceToken } = proof
  const fetched = await fetchVault(context.api, token)
  const vaults = memories.vaults ?? {}
  const memory = Object.hasOwn(vaults, userId) ? vaults[userId] : undefined
  const { vault, snapshot } = await openOrRefuse(context, { fetched, userId, root, memory })
  const { id: unlockId } = findRecord(snapshot.unlock, root)
  const method = METHOD_NAMES[root.type]
  state.session = { token, userId, method, unlockId, unlock: snapshot.unlock, vault, login, deviceToken }
  roots.keep(root, proof.since)
  return toProfile(context)
}

type OpeningRequest = Pick<SignInProof, 'userId' | 'root'> & {
  readonly fetched: unknown
  readonly memory: OpenSession['vault']['memory'] | undefined
}

async function openOrRefuse({ state, clock }: WorkerContext, { fetched, userId, root, memory }: OpeningRequest) {
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

/** Reads what another device wrote, with the account key that is open: no root is needed, and no gesture. */
export async function refreshSession(context: WorkerContext): Promise<OpenSession> {
  const session = currentSession(context)
  const snapshot = VAULT_SNAPSHOT.read(await fetchVault(context.api, session.token))
  const vault = await reopenVault(session.vault, snapshot)
  return replaceSession(context, { vault, unlock: snapshot.unlock })
}

/** Goes on with a changed session. */
export function replaceSession(context: WorkerContext, changes: Partial<OpenSession>): OpenSession {
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
async function fetchVault(api: CoreApi, token: string): Promise<unknown> {
  try {
    return await api.readVault(token)
  } catch (error) {
    if (toFailure(error).code === 'not_found') throw new ClientError({ code: 'vault_missing' })
    throw error
  }
}
