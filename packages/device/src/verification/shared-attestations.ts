import type { ItemDraft, PlainItem } from '@countersign/vault'
import type { ShownClaim } from '../claims/claim-item.ts'
import { findAttestation, holdsAttestation, withoutAttestation } from '../claims/held-attestation.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { currentSession, type Writing } from '../session/state.ts'

/** What goes with claims that were verified. Salts show of which values, so they go where the values go and nowhere else. */
export type SharedAttestations = {
  readonly attestations: string[]
  readonly salts: Readonly<Record<string, string>>
}

/** The attestations of what is shared. */
export async function attestationsOf(
  context: Pick<Writing, 'state' | 'clock'>,
  shared: readonly ShownClaim[],
): Promise<SharedAttestations> {
  const held = await Promise.all(shared.map((each) => attestationOf(context, each)))
  const there = held.filter((each) => each !== undefined)
  return {
    attestations: there.map(({ jwt }) => jwt),
    salts: Object.fromEntries(there.map(({ claim, salt }) => [claim, salt])),
  }
}

async function attestationOf(context: Pick<Writing, 'state' | 'clock'>, { itemId, value }: ShownClaim) {
  const { vault, userId } = currentSession(context)
  const item = vault.items.find(({ id }) => id === itemId)
  return item && findAttestation({ ...item, value }, { userId, now: context.clock.now() })
}

/**
 * Core does not know these attestations any more, as after its key was taken out: they are not shown again as if it did.
 * Only those of the claims that it names, where it names some: what is sound stays.
 */
export async function dropAttestations(
  context: Writing,
  shared: readonly ShownClaim[],
  refused: readonly string[] | undefined,
): Promise<void> {
  const ids = shared.map(({ itemId }) => itemId)
  const put = currentSession(context)
    .vault.items.filter(({ id, meta }) => ids.includes(id) && holdsAttestation(meta))
    .filter(({ name }) => refused === undefined || refused.includes(name))
    .map(unverified)
  await commitEdits(context, { put })
}

function unverified({ rev: _rev, ...item }: PlainItem): ItemDraft {
  return { ...item, meta: withoutAttestation(item.meta) }
}
