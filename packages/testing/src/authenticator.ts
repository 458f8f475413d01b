import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@countersign/contracts'
import { encodeCbor } from './cbor.ts'

/** What an authenticator, or the browser before it, may get wrong or do on purpose. */
export type Ceremony = {
  readonly origin?: string
  readonly crossOrigin?: boolean
  /** In place of the one that was asked for. */
  readonly rpId?: string
  readonly challenge?: string
  readonly isUserVerified?: boolean
  readonly signCount?: number
  /** Left out of the answer if undefined. */
  readonly isPrfEnabled?: boolean | undefined
  readonly userHandle?: string | undefined
}

/** One passkey: made by `create`, used by `get`, with the output of its PRF as the root that opens a vault. */
export type Authenticator = {
  readonly credentialId: string
  readonly prfOutput: Uint8Array<ArrayBuffer>
  create(options: PasskeyCreationOptions, ceremony?: Ceremony): PasskeyRegistration
  get(options: PasskeyRequestOptions, ceremony?: Ceremony): PasskeyAssertion
}

type AuthenticatorSettings = {
  readonly origin: string
  /** A passkey that its owner's devices share: eligible for backup, and backed up. */
  readonly isSynced?: boolean
}

const FLAG = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attestedCredential: 64 } as const
const EC2_KEY = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3 } as const
const UNKNOWN_MODEL = Buffer.alloc(16)

/** A software authenticator (WebAuthn Level 3 §6) with one P-256 key and attestation `none`, browser included. */
export function createAuthenticator({ origin, isSynced = false }: AuthenticatorSettings): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const syncFlags = isSynced ? FLAG.backupEligible + FLAG.backedUp : 0
  let userHandle: string | undefined

  function authenticatorData(
    rpId: string,
    { isUserVerified = true, signCount = 0 }: Ceremony,
    attested?: Buffer,
  ): Buffer {
    const flags = FLAG.userPresent + (isUserVerified ? FLAG.userVerified : 0) + syncFlags
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags + (attested ? FLAG.attestedCredential : 0), 0)
    rest.writeUInt32BE(signCount, 1)
    return Buffer.concat([sha256(rpId), rest, attested ?? Buffer.alloc(0)])
  }

  const clientData = (type: string, challenge: string, ceremony: Ceremony): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: ceremony.challenge ?? challenge,
        origin: ceremony.origin ?? origin,
        crossOrigin: ceremony.crossOrigin ?? false,
      }),
    )

  return {
    credentialId: id,
    prfOutput: new Uint8Array(randomBytes(32)),
    create(options, ceremony = {}) {
      userHandle = options.user.id
      const idLength = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([
        UNKNOWN_MODEL,
        idLength,
        credentialId,
        coseKeyOf(publicKey.export({ format: 'jwk' })),
      ])
      const authData = authenticatorData(ceremony.rpId ?? options.rp.id, ceremony, attested)
      const attestation = new Map<string, string | Buffer | Map<never, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', authData],
      ])
      const isPrfEnabled = 'isPrfEnabled' in ceremony ? ceremony.isPrfEnabled : true
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, ceremony).toString('base64url'),
          attestationObject: encodeCbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
        authenticatorAttachment: 'platform',
        clientExtensionResults: isPrfEnabled === undefined ? {} : { prf: { enabled: isPrfEnabled } },
      }
    },
    get(options, ceremony = {}) {
      const authData = authenticatorData(ceremony.rpId ?? options.rpId, ceremony)
      const clientDataJson = clientData('webauthn.get', options.challenge, ceremony)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJson)]), privateKey)
      const handle = 'userHandle' in ceremony ? ceremony.userHandle : userHandle
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJson.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle !== undefined && { userHandle: handle }),
        },
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
      }
    },
  }
}

/** A P-256 public key as COSE writes it (RFC 9053 §7.1.1): key type 2, algorithm ES256, curve 1. */
function coseKeyOf({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return encodeCbor(
    new Map<number, number | Buffer>([
      [EC2_KEY.keyType, 2],
      [EC2_KEY.algorithm, -7],
      [EC2_KEY.curve, 1],
      [EC2_KEY.x, Buffer.from(x, 'base64url')],
      [EC2_KEY.y, Buffer.from(y, 'base64url')],
    ]),
  )
}

function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest()
}
