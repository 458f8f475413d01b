import { LIMITS } from '@countersign/vault'
import { type ClaimItem, claimsOf, conflictsOf, type Verification, valuesOf } from '../claims/claim-items.ts'
import { findAttestation } from '../claims/held-attestation.ts'
import { heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import type { OpenedProfile } from '../views.ts'
import { countHeld } from './held-vault.ts'
import { currentSession, type OpenSession, type Writing } from './state.ts'

export async function toProfile(context: Pick<Writing, 'state' | 'clock'>): Promise<OpenedProfile> {
  return profileOf(currentSession(context), context.clock.now())
}

export async function profileOf(session: OpenSession, now: number): Promise<OpenedProfile> {
  const { userId, method, login, greeting, unlock, isNew, vault, firstUse, notices, needsNewPasswordRecord } = session
  const holder = { userId, now }
  const found = vault.items.map(async (item) => [item.id, (await findAttestation(item, holder))?.verification] as const)
  const verified = new Map(await Promise.all(found))
  return {
    userId,
    method,
    login,
    greeting,
    isPasskeyDue: method === 'password' && !isNew && unlock.every(({ type }) => type !== 'prf'),
    scope: method === 'recovery' ? 'recovery' : 'full',
    needsNewPasswordRecord,
    // A recovery replaces the key anyway.
    needsRecoveryKey: method !== 'recovery' && vault.unconfirmedRecovery !== undefined,
    values: valuesOf(vault.items),
    claims: claimsOf(vault.items).map((claim) => withVerification(claim, verified.get(claim.id))),
    credentials: (await heldCredentialsOf(vault.items)).map(viewCredential),
    conflicts: conflictsOf(vault.items),
    room: Math.max(0, LIMITS.items - vault.items.length),
    knownApps: vault.rpPins,
    firstUse,
    isRecoveryKeyReplaced: session.isRecoveryKeyReplaced === true,
    notices: notices && { list: notices.list, isComplete: notices.isComplete },
    heldEntries: countHeld(session),
    continuity: vault.continuity,
    memory: vault.memory,
  }
}

export async function profileAfter(context: Pick<Writing, 'state' | 'clock'>, change: Promise<unknown>) {
  await change
  return toProfile(context)
}

function withVerification(claim: ClaimItem, verified: Verification | undefined): ClaimItem {
  return { ...claim, verified }
}
