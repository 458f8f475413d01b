import { randomBytes } from 'node:crypto'
import type { Intent, PasskeyCreationOptions, PasskeyStartResponse } from '@countersign/contracts'
import { sha256 } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { gestureChallenge } from '@countersign/vault'
import type { CoreConfig } from '../../../ground/config.ts'
import { userHandleOf } from '../../records/identifiers.ts'
import { intentKey } from '../../sessions/intent.ts'
import { insertChallenge, type KnownPasskey } from './passkey.store.ts'

/** The RP ID is the consent page's own host and no parent domain, so that sibling hosts cannot request its passkeys. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] }

export function relyingPartyOf({
  webOrigin,
  extensionOrigins,
}: Pick<CoreConfig, 'webOrigin' | 'extensionOrigins'>): RelyingParty {
  return { id: new URL(webOrigin).hostname, origins: [webOrigin, ...extensionOrigins] }
}

const CEREMONY_SECONDS = 5 * 60
const NONCE_BYTES = 32

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): between them every authenticator in use has one. */
export const ALGORITHMS = [-8, -7, -257]

type NewPasskey = {
  readonly purpose: 'sign_up' | 'add'
  readonly userId: string
  /** Existing passkeys: an authenticator that holds one refuses to create a second. */
  readonly exclude: readonly KnownPasskey[]
}

export async function startCreation(
  sql: Sql,
  relyingParty: RelyingParty,
  { purpose, userId, exclude }: NewPasskey,
): Promise<{ readonly challengeId: string; readonly options: PasskeyCreationOptions }> {
  const challenge = newNonce()
  const challengeHash = sha256(challenge)
  const challengeId = await insertChallenge(sql, { purpose, userId, challengeHash, lifetimeSeconds: CEREMONY_SECONDS })
  const options: PasskeyCreationOptions = {
    challenge,
    rp: { id: relyingParty.id, name: '' },
    user: { id: userHandleOf(userId), name: '', displayName: '' },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CEREMONY_SECONDS * 1000,
    excludeCredentials: exclude.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
  return { challengeId, options }
}

/** Starts a ceremony for any passkey of this relying party: a sign-in, or the gesture for one intent. */
export async function startAssertion(
  sql: Sql,
  relyingParty: RelyingParty,
  intent: Intent | undefined,
): Promise<PasskeyStartResponse> {
  const nonce = newNonce()
  const challengeHash = sha256(await gestureChallenge(nonce, intent ?? { act: 'sign_in' }))
  const challengeId = await insertChallenge(sql, {
    purpose: 'sign_in',
    userId: undefined,
    intent: intent && intentKey(intent),
    challengeHash,
    lifetimeSeconds: CEREMONY_SECONDS,
  })
  const options = { rpId: relyingParty.id, timeout: CEREMONY_SECONDS * 1000, userVerification: 'required' } as const
  return { challenge_id: challengeId, nonce, options }
}

function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url')
}
