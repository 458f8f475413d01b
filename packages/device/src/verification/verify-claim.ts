import type { MessageLanguage, VerifiableClaim } from '@countersign/contracts'
import { type ItemDraft, type PlainItem, toBase64url } from '@countersign/vault'
import { normaliseClaims } from '../claims/check-claim.ts'
import { CLAIM_KIND, type ShownClaim } from '../claims/claim-items.ts'
import { findAttestation, holdsAttestation, withAttestation, withoutAttestation } from '../claims/held-attestation.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError } from '../failure.ts'
import { currentSession, type Reading, stepOf, type Writing } from '../session/state.ts'

const SALT_BYTES = 32

/** Sends a code to an address or number in the vault. @throws ClientError */
export async function startVerification(
  context: Writing,
  { itemId, language }: { readonly itemId: string; readonly language: MessageLanguage },
): Promise<void> {
  context.state.steps.verification = undefined
  const { value, name } = findEntry(context, itemId)
  const claim = verifiableClaim(name)
  // Normalised, as it leaves: an attestation of another spelling would not match.
  const { [claim]: normal = value } = await normaliseClaims({ [claim]: value }, new Date(context.clock.now()))
  const { token } = currentSession(context)
  const started = await context.api.startVerification(token, { claim, value: normal, language })
  context.state.steps.verification = {
    itemId,
    claim,
    written: value,
    value: normal,
    verificationId: started.verification_id,
  }
}

/** Keeps the attestation with the normalised entry. @throws ClientError `locked` if no code was sent, `stale_vault` */
export async function finishVerification(context: Writing, code: string): Promise<void> {
  const { itemId, claim, written, value, verificationId } = stepOf(context.state, 'verification')
  const salt = toBase64url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))
  const body = { verification_id: verificationId, claim, value, salt, code }
  const { attestation } = await context.api.finishVerification(currentSession(context).token, body)
  context.state.steps.verification = undefined
  const { rev: _rev, ...entry } = findEntry(context, itemId)
  if (entry.value !== written) throw new ClientError({ code: 'stale_vault' })
  const meta = withAttestation(entry.meta, { jwt: attestation, salt })
  await commitEdits(context, { put: [{ ...entry, value, meta }] })
}

function findEntry(context: Pick<Reading, 'state'>, itemId: string): PlainItem {
  const entry = currentSession(context).vault.items.find(({ id, kind }) => id === itemId && kind === CLAIM_KIND)
  if (entry) return entry
  throw new ClientError({ code: 'stale_vault' })
}

function verifiableClaim(name: string): VerifiableClaim {
  if (name === 'email' || name === 'phone') return name
  throw new ClientError({ code: 'invalid_claims' })
}

/** Salts reveal which values are attested, so they go only where the values go. */
export type SharedAttestations = Awaited<ReturnType<typeof attestationsOf>>

export async function attestationsOf(context: Pick<Writing, 'state' | 'clock'>, shared: readonly ShownClaim[]) {
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

/** Core refuses them, as after a change of its key. Drops all if core names no claims. */
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
