import type { PasskeyAssertion, PasskeyRegistration } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { sha256 } from '@countersign/service/secrets'
import { userHandleOf } from '../../records/identifiers.ts'
import type { Passkey, VerifiedPasskey } from './passkey.store.ts'
import { ALGORITHMS, type RelyingParty } from './start-ceremony.ts'

/** 20 MiB and a tenth of a start, so not before the first passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server')

type Expectation = { readonly relyingParty: RelyingParty; readonly challengeHash: Buffer }

/** WebAuthn Level 3 §7.1. @throws `prf_required` for an authenticator that cannot open a vault, and `invalid_passkey` */
export async function verifyNewPasskey(response: PasskeyRegistration, expected: Expectation): Promise<VerifiedPasskey> {
  if (response.clientExtensionResults.prf?.enabled !== true) {
    throw new ServiceError('prf_required', 'This passkey cannot open a vault. Choose another device or a password.')
  }
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo } =
    (await orUndefined(async () => {
      await refuseCertificates(response)
      refuseFrames(response.response.clientDataJSON)
      return verifyRegistrationResponse({
        response: essenceOf(response),
        ...expectationOf(expected),
        supportedAlgorithmIDs: ALGORITHMS,
      })
    })) ?? {}
  if (!registrationInfo) throw new ServiceError('invalid_passkey', 'This passkey could not be verified. Try again.')
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    transports: response.response.transports ?? [],
  }
}

/** Returns the use that a valid answer proves (WebAuthn Level 3 §7.2); the store judges the counter. */
export async function verifyAssertion(
  response: PasskeyAssertion,
  passkey: Passkey,
  expected: Expectation,
): Promise<Pick<VerifiedPasskey, 'credentialId' | 'signCount' | 'isBackedUp'> | undefined> {
  const { credentialId, publicKey, userId } = passkey
  if (response.response.userHandle !== userHandleOf(userId)) return undefined
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const result = await orUndefined(() => {
    refuseFrames(response.response.clientDataJSON)
    return verifyAuthenticationResponse({
      response: essenceOf(response),
      ...expectationOf(expected),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
  })
  if (!result?.verified) return undefined
  const { newCounter, credentialDeviceType, credentialBackedUp } = result.authenticationInfo
  if ((credentialDeviceType === 'multiDevice') !== passkey.isBackupEligible) return undefined
  return { credentialId, signCount: newCounter, isBackedUp: credentialBackedUp }
}

function expectationOf({ relyingParty, challengeHash }: Expectation) {
  return {
    expectedChallenge: (challenge: string) => sha256(challenge).equals(challengeHash),
    expectedOrigin: [...relyingParty.origins],
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  }
}

/**
 * Core requests no attestation, so browsers send `none` or self attestation (WebAuthn Level 3 §5.1.3). Refusing the rest
 * avoids parsing untrusted certificates.
 */
async function refuseCertificates({ response }: PasskeyRegistration): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
  const isBySelf = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (attestation.get('fmt') !== 'none' && !isBySelf) throw new Error('An attestation that was not requested.')
}

/** The page refuses to be framed, so an answer from a cross-origin frame is not its own. */
function refuseFrames(clientDataJson: string): void {
  const clientData: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
  if (typeof clientData === 'object' && clientData !== null && 'crossOrigin' in clientData && clientData.crossOrigin) {
    throw new Error('An answer from within a frame of another site.')
  }
}

/** Only the fields that the library verifies, without extensions. */
function essenceOf<Response>({ id, rawId, type, response }: Ceremony<Response>) {
  return { id, rawId, type, response, clientExtensionResults: {} }
}

type Ceremony<Response> = Pick<PasskeyRegistration, 'id' | 'rawId' | 'type'> & { readonly response: Response }

/** The library throws a plain `Error` for any invalid input. */
async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
