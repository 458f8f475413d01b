import { type ActivityEvent, type OpenVault, prepareCommit } from '@countersign/vault'
import { authorOf, stampOf } from '../clock.ts'
import { replaceSession } from './current-session.ts'
import { keepForRecovery } from './open-session.ts'
import { noteOwnEntries } from './own-events.ts'
import {
  arrivalAt,
  type Changing,
  currentSession,
  type OpenSession,
  type Reading,
  required,
  type Writing,
} from './state.ts'

/** The owner has checked when and where a vault was written that this device opened for the first time. */
export async function confirmFirstUse(context: Pick<Reading, 'state' | 'storage'>): Promise<void> {
  const { userId, vault } = currentSession(context)
  await context.storage.keep({ userId, isFirstUseConfirmed: true })
  const continuity = vault.continuity === 'first_use' ? 'verified' : vault.continuity
  replaceSession(context, { firstUse: undefined, vault: { ...vault, continuity } })
}

export function confirmHistory(context: Pick<Reading, 'state'>): void {
  const { vault } = currentSession(context)
  if (vault.continuity !== 'unproven') return
  const { proven: _unproven, ...memory } = vault.memory
  replaceSession(context, { vault: { ...vault, memory, continuity: 'verified' } })
}

/** Gives up the device's memory once the vault's log says so; a recovery session logs it with the recovery. */
export async function acceptOlderVault(context: Changing): Promise<void> {
  const { root, older } = arrivalAt(context.state, 'refused')
  const { session, since } = required(older)
  const accepted = {
    type: 'older_vault_accepted',
    ...stampOf(context),
    seen_gen: session.inPlaceOf.gen,
    accepted_gen: session.vault.memory.gen,
  } as const
  const isRecovery = session.method === 'recovery'
  const next = isRecovery ? { unlogged: accepted } : { vault: await commitAlone(context, session, accepted) }
  context.state.arrival = { at: 'start' }
  context.state.session = { ...session, ...next }
  keepForRecovery(context, { root, since })
}

async function commitAlone(
  context: Writing,
  { userId, token, vault }: OpenSession,
  event: ActivityEvent,
): Promise<OpenVault> {
  const prepared = await prepareCommit(vault, { put: [], remove: [], activity: [event], ...authorOf(context) })
  await noteOwnEntries(context, userId, prepared.commit.activity)
  await context.api.commitVault(token, prepared.etag, prepared.commit)
  return prepared.next
}
