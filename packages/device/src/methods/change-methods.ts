import type { MethodChangeRequest, NewRecoveryKey } from '@countersign/contracts'
import {
  type ActivityEvent,
  type ItemDraft,
  METHOD_OF_UNLOCK_TYPE,
  prepareUnlockChange,
  type RecoverySecrets,
  toBase64url,
  type UnlockMethod,
  type UnlockRecord,
} from '@countersign/vault'
import type { MethodToAdd } from '../api/method-endpoints.ts'
import { authorOf } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import { ClientError, type GesturePurpose, toFailure } from '../failure.ts'
import { catchUp, findRecord, refreshSession, replaceSession } from '../session/current-session.ts'
import { type Changing, currentSession, type OpenSession } from '../session/state.ts'

/** A method with a started registration: the part for core, and the part for the vault. */
export type RegisteredMethod = {
  readonly body: MethodToAdd
  readonly method: UnlockMethod
}

/** A change of how the vault opens. The ids are those of unlock records. */
export type MethodsEdit = {
  /** Required purpose of the gesture. */
  readonly purpose: GesturePurpose
  readonly add?: RegisteredMethod | undefined
  readonly recovery?: RecoverySecrets | undefined
  readonly remove: readonly string[]
  /** Log entries; new records come in the order: method, recovery key. */
  readonly log: readonly EventOf[]
  readonly put?: readonly ItemDraft[] | undefined
  readonly removeItems?: readonly string[] | undefined
}

/** Makes an entry of the log, once the ids of the new records are known. */
export type EventOf = (added: readonly UnlockRecord[], by: { at: string; device: string }) => ActivityEvent

const ATTEMPTS = 5

/**
 * Changes the unlock methods in one commit: rewraps the account key with the gesture's root, stores it with the new
 * credential, and continues the session under a new token. Then wipes both roots, the new method's in any case.
 * @throws ClientError `reauth_required` before any request, `stale_vault`, and core's
 */
export async function commitMethodChange(context: Changing, edit: MethodsEdit): Promise<void> {
  await context.unlockSecret.spend(edit.purpose, async (root) => {
    try {
      await commitWith(context, edit, root)
    } finally {
      edit.add?.method.root.fill(0)
    }
  })
}

async function commitWith(context: Changing, edit: MethodsEdit, root: UnlockMethod): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const session = await catchUp(context)
    const prepared = await prepare(context, { edit, root, session })
    const body = await toRequest(prepared, edit)
    try {
      const { token, boundSince } = await context.api.changeMethods(session.token, prepared.etag, body)
      const kept = session.unlock.filter(({ id }) => !edit.remove.includes(id))
      const unlock = [...kept, ...prepared.added]
      replaceSession(context, { token, boundSince, vault: prepared.next, unlock })
      return continueWith(context, edit, prepared.added)
    } catch (error) {
      if (toFailure(error).code !== 'stale_vault') throw error
      await refreshSession(context)
    }
  }
  throw new ClientError({ code: 'stale_vault' })
}

type Prepared = Awaited<ReturnType<typeof prepareUnlockChange>>

function prepare(
  context: Changing,
  { edit, root, session }: { edit: MethodsEdit; root: UnlockMethod; session: OpenSession },
): Promise<Prepared> {
  const { add, recovery, remove, log, put, removeItems } = edit
  const author = authorOf(context)
  const by = { at: author.wroteAt.toISOString(), device: author.device }
  const methods: UnlockMethod[] = add ? [add.method] : []
  if (recovery) methods.push({ type: 'recovery', root: recovery.root })
  return prepareUnlockChange(session.vault, {
    add: methods,
    remove,
    using: { record: findRecord(session.unlock, root), method: root },
    activity: (added) => log.map((eventOf) => eventOf(added, by)),
    put,
    removeItems,
    ...author,
  })
}

async function toRequest(
  { commit, added }: Prepared,
  { add, recovery, remove }: MethodsEdit,
): Promise<MethodChangeRequest> {
  const [first] = added
  const last = added.at(-1)
  return {
    ...(add && first ? { add: { ...add.body, unlock: first } } : {}),
    ...(recovery && last ? { recovery: { ...(await recoveryProof(recovery)), unlock: last } } : {}),
    remove: [...remove],
    commit,
  }
}

/** Core's part of a new recovery key: it finds the account by the id and stores only a hash of the proof. */
export async function recoveryProof({ recId, recAuth }: RecoverySecrets): Promise<NewRecoveryKey> {
  return { rec_id: toBase64url(recId), auth_sha256: toBase64url(await sha256(recAuth)) }
}

/** The session goes on with the method that it came from, or with the one that took its place. */
function continueWith(context: Changing, { add, remove }: MethodsEdit, added: readonly UnlockRecord[]): void {
  const [first] = added
  if (add && first && remove.includes(currentSession(context).unlockId)) {
    replaceSession(context, { method: METHOD_OF_UNLOCK_TYPE[add.method.type], unlockId: first.id })
  }
}

export const methodAdded: EventOf = ([record], by) => ({
  type: 'method_added',
  ...by,
  method: record?.type ?? 'prf',
  unlock_id: record?.id ?? '',
})

export function methodRemoved({ id, type }: UnlockRecord): EventOf {
  return (_added, by) => ({ type: 'method_removed', ...by, method: type, unlock_id: id })
}

export function eventOfType(
  type: 'password_changed' | 'login_name_changed' | 'recovery_key_replaced' | 'account_key_rotated',
): EventOf {
  return (_added, by) => ({ type, ...by })
}
