import { prepareCommit } from '@countersign/vault'
import { authorOf, type DeviceContext, present } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { keepForRecovery } from './open-session.ts'
import { toProfile } from './profile.ts'

/**
 * Goes on with a vault that does not continue what this device knows: the one that the person was shown, and only once
 * the log of the vault says so. What the device knew is given up for it.
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
  const prepared = await prepareCommit(session.vault, { put: [], remove: [], activity: [accepted], device, wroteAt })
  await context.api.commitVault(session.token, prepared.etag, prepared.commit)
  context.state.refused = undefined
  context.state.session = { ...session, vault: prepared.next }
  keepForRecovery(context, { root, since })
  return toProfile(context)
}
