import { type ActivityEvent, type OpenVault, prepareCommit } from '@countersign/vault'
import { authorOf, type DeviceContext, type OpenSession, present } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { keepForRecovery } from './open-session.ts'
import { toProfile } from './profile.ts'

/**
 * Goes on with a vault that does not continue what this device knows: the one that the person was shown, and only once
 * the log of the vault says so; after a recovery key it does with the recovery, before which nothing can be written.
 * What the device knew is given up for it, and not before the log says so.
 * @throws ClientError `locked` when there is no such vault, `stale_vault` when it was changed meanwhile, and what core
 * answers
 */
export async function acceptOlderVault(context: DeviceContext): Promise<OpenedProfile> {
  const { session, since } = present(context.state.refused?.older)
  const { method: root } = present(context.state.refused)
  const { device, wroteAt } = authorOf(context)
  const accepted = {
    type: 'older_vault_accepted',
    at: wroteAt.toISOString(),
    device,
    seen_gen: session.inPlaceOf.gen,
    accepted_gen: session.vault.memory.gen,
  } as const
  const isRecovery = session.method === 'recovery'
  const next = isRecovery ? { unlogged: accepted } : { vault: await commitAlone(context, session, accepted) }
  context.state.refused = undefined
  context.state.session = { ...session, ...next }
  keepForRecovery(context, { root, since })
  return toProfile(context)
}

async function commitAlone(
  context: DeviceContext,
  { token, vault }: OpenSession,
  event: ActivityEvent,
): Promise<OpenVault> {
  const prepared = await prepareCommit(vault, { put: [], remove: [], activity: [event], ...authorOf(context) })
  await context.api.commitVault(token, prepared.etag, prepared.commit)
  return prepared.next
}
