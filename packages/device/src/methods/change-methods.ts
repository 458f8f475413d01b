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
import type { GesturePurpose } from '../failure.ts'
import { findRecord, replaceSession, writeUntilAccepted } from '../session/current-session.ts'
import { noteOwnEntries } from '../session/own-events.ts'
import { type Changing, currentSession, type OpenSession } from '../session/state.ts'

/** A started registration: `body` for core, `method` for the vault. */
export type RegisteredMethod = {
  readonly body: MethodToAdd
  readonly method: UnlockMethod
}

export type MethodsEdit = {
  readonly purpose: GesturePurpose
  readonly add?: RegisteredMethod | undefined
  readonly recovery?: RecoverySecrets | undefined
  readonly remove: readonly string[]
  readonly log: readonly EventOf[]
  readonly put?: readonly ItemDraft[] | undefined
  readonly removeItems?: readonly string[] | undefined
}

type AddedRecords = { readonly method?: UnlockRecord | undefined; readonly recovery?: UnlockRecord | undefined }

export type EventOf = (added: AddedRecords, by: { at: string; device: string }) => ActivityEvent

/** One commit under a new token. Wipes both roots; after a failure, only the new method's. @throws ClientError */
export async function commitMethodChange(context: Changing, edit: MethodsEdit): Promise<void> {
  await context.unlockSecret.spend(edit.purpose, async (root) => {
    try {
      await writeUntilAccepted(context, (session) => commitWith(context, edit, { root, session }))
    } finally {
      edit.add?.method.root.fill(0)
    }
  })
}

type Opened = { readonly root: UnlockMethod; readonly session: OpenSession }

async function commitWith(context: Changing, edit: MethodsEdit, { root, session }: Opened): Promise<void> {
  const prepared = await prepare(context, edit, { root, session })
  const body = await toRequest(prepared, edit)
  await noteOwnEntries(context, session.userId, prepared.commit.activity)
  const { token, boundSince } = await context.api.changeMethods(session.token, prepared.etag, body)
  const kept = session.unlock.filter(({ id }) => !edit.remove.includes(id))
  replaceSession(context, { token, boundSince, vault: prepared.next, unlock: [...kept, ...prepared.added] })
  continueWith(context, edit, recordsOf(prepared.added, edit))
}

type Prepared = Awaited<ReturnType<typeof prepareUnlockChange>>

function prepare(context: Changing, edit: MethodsEdit, { root, session }: Opened): Promise<Prepared> {
  const { add, recovery, remove, log, put, removeItems } = edit
  const author = authorOf(context)
  const by = { at: author.wroteAt.toISOString(), device: author.device }
  return prepareUnlockChange(session.vault, {
    add: [...(add ? [add.method] : []), ...(recovery ? [{ type: 'recovery', root: recovery.root } as const] : [])],
    remove,
    using: { record: findRecord(session.unlock, root), method: root },
    activity: (added) => log.map((eventOf) => eventOf(recordsOf(added, edit), by)),
    put,
    removeItems,
    ...author,
  })
}

/** In the order that `prepare` adds them: method, then recovery key. */
function recordsOf(added: readonly UnlockRecord[], { add }: MethodsEdit): AddedRecords {
  const [first, second] = added
  return add ? { method: first, recovery: second } : { recovery: first }
}

async function toRequest({ commit, added }: Prepared, edit: MethodsEdit): Promise<MethodChangeRequest> {
  const { add, recovery, remove } = edit
  const records = recordsOf(added, edit)
  return {
    ...(add && records.method ? { add: { ...add.body, unlock: records.method } } : {}),
    ...(recovery && records.recovery
      ? { recovery: { ...(await recoveryProof(recovery)), unlock: records.recovery } }
      : {}),
    remove: [...remove],
    commit,
  }
}

/** Core finds the account by the id and stores only a hash of the proof. */
export async function recoveryProof({ recId, recAuth }: RecoverySecrets): Promise<NewRecoveryKey> {
  return { rec_id: toBase64url(recId), auth_sha256: toBase64url(await sha256(recAuth)) }
}

/** If the session's method was replaced, the session continues with the new one. */
function continueWith(context: Changing, { add, remove }: MethodsEdit, { method }: AddedRecords): void {
  if (add && method && remove.includes(currentSession(context).unlockId)) {
    replaceSession(context, { method: METHOD_OF_UNLOCK_TYPE[add.method.type], unlockId: method.id })
  }
}

export const methodAdded: EventOf = ({ method }, by) => {
  if (!method) throw new Error('No method was added, so the log must not name one.')
  return { type: 'method_added', ...by, method: method.type, unlock_id: method.id }
}

export function methodRemoved({ id, type }: UnlockRecord): EventOf {
  return (_added, by) => ({ type: 'method_removed', ...by, method: type, unlock_id: id })
}

export function eventOfType(
  type: 'password_changed' | 'login_name_changed' | 'recovery_key_replaced' | 'account_key_rotated',
): EventOf {
  return (_added, by) => ({ type, ...by })
}
