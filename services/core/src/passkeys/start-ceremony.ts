import { randomBytes } from 'node:crypto'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@countersign/contracts'
import { type Sql, sha256 } from '@countersign/service'
import { insertChallenge } from './challenge.store.ts'
import type { Passkey } from './passkey.store.ts'
import type { RelyingParty } from './relying-party.ts'
import { userHandleOf } from './user-handle.ts'

const CEREMONY_SECONDS = 5 * 60
const CHALLENGE_BYTES = 32

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): between them every authenticator in use has one. */
export const ALGORITHMS = [-8, -7, -257]

type NewPasskey = {
  readonly purpose: 'sign_up' | 'add'
  readonly userId: string
  /** What the person has already: an authenticator makes no second one beside it. */
  readonly exclude: readonly Pick<Passkey, 'credentialId' | 'transports'>[]
}

/** Starts a registration ceremony. */
export async function startCreation(
  sql: Sql,
  relyingParty: RelyingParty,
  { purpose, userId, exclude }: NewPasskey,
): Promise<{ readonly challengeId: string; readonly options: PasskeyCreationOptions }> {
  const { challengeId, challenge } = await issueChallenge(sql, purpose, userId)
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

/** Starts a sign-in ceremony for any passkey of this relying party. */
export async function startAssertion(
  sql: Sql,
  relyingParty: RelyingParty,
): Promise<{ readonly challengeId: string; readonly options: PasskeyRequestOptions }> {
  const { challengeId, challenge } = await issueChallenge(sql, 'sign_in')
  const timeout = CEREMONY_SECONDS * 1000
  return { challengeId, options: { challenge, rpId: relyingParty.id, timeout, userVerification: 'required' } }
}

async function issueChallenge(sql: Sql, purpose: 'sign_up' | 'sign_in' | 'add', userId?: string) {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const challengeHash = sha256(challenge)
  const lifetimeSeconds = CEREMONY_SECONDS
  return { challenge, challengeId: await insertChallenge(sql, { purpose, userId, challengeHash, lifetimeSeconds }) }
}
