import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@countersign/contracts'

/** Deviations of an authenticator or browser. */
export type Ceremony = {
  readonly origin?: string
  readonly crossOrigin?: boolean
  /** Replaces the requested one. */
  readonly rpId?: string
  readonly challenge?: string
  readonly isUserVerified?: boolean
  readonly signCount?: number
  /** Omitted if undefined. */
  readonly isPrfEnabled?: boolean | undefined
  readonly userHandle?: string | undefined
}

type AskedToCreate = Pick<PasskeyCreationOptions, 'challenge'> & {
  readonly rp: Pick<PasskeyCreationOptions['rp'], 'id'>
  readonly user: Pick<PasskeyCreationOptions['user'], 'id'>
}

type AskedToSign = Pick<PasskeyRequestOptions, 'challenge' | 'rpId'> & Partial<PasskeyRequestOptions>

/** One passkey; its PRF output is the root that opens a vault. */
export type Authenticator = {
  readonly credentialId: string
  readonly prfOutput: Uint8Array<ArrayBuffer>
  create(options: AskedToCreate, ceremony?: Ceremony): PasskeyRegistration
  get(options: AskedToSign, ceremony?: Ceremony): PasskeyAssertion
}

type AuthenticatorSettings = {
  readonly origin: string
  /** Eligible for backup, and backed up. */
  readonly isSynced?: boolean
}

const FLAG = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, attestedCredential: 64 } as const
const EC2_KEY = { keyType: 1, algorithm: 3, curve: -1, x: -2, y: -3 } as const
const UNKNOWN_MODEL = Buffer.alloc(16)

/** A software authenticator and browser (WebAuthn Level 3 §6): one P-256 key, attestation `none`. */
export function createAuthenticator({ origin, isSynced = false }: AuthenticatorSettings): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const syncFlags = isSynced ? FLAG.backupEligible + FLAG.backedUp : 0
  let userHandle: string | undefined

  return {
    credentialId: credentialId.toString('base64url'),
    prfOutput: new Uint8Array(randomBytes(32)),
    create(options, ceremony = {}) {
      userHandle = options.user.id
      const credential = [UNKNOWN_MODEL, Buffer.from([0, credentialId.length]), credentialId, coseKeyOf(publicKey)]
      const authData = authenticatorData(
        { rpId: options.rp.id, flags: syncFlags + FLAG.attestedCredential, ...ceremony },
        credential,
      )
      const isPrfEnabled = 'isPrfEnabled' in ceremony ? ceremony.isPrfEnabled : true
      return {
        ...envelopeOf(credentialId),
        response: {
          clientDataJSON: clientData('webauthn.create', { origin, ...options, ...ceremony }).toString('base64url'),
          attestationObject: attestationOf(authData).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: isPrfEnabled === undefined ? {} : { prf: { enabled: isPrfEnabled } },
      }
    },
    get(options, ceremony = {}) {
      const authData = authenticatorData({ rpId: options.rpId, flags: syncFlags, ...ceremony })
      const clientDataJson = clientData('webauthn.get', { origin, ...options, ...ceremony })
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJson)]), privateKey)
      const handle = 'userHandle' in ceremony ? ceremony.userHandle : userHandle
      return {
        ...envelopeOf(credentialId),
        response: {
          clientDataJSON: clientDataJson.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle !== undefined && { userHandle: handle }),
        },
        clientExtensionResults: {},
      }
    },
  }
}

/** A copy, because the device wipes it. */
export function prfOutputOf({ prfOutput }: Authenticator): ArrayBuffer {
  return new Uint8Array(prfOutput).buffer
}

function envelopeOf(credentialId: Buffer) {
  const id = credentialId.toString('base64url')
  return { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform' } as const
}

type Signer = { readonly rpId: string; readonly flags: number } & Pick<Ceremony, 'isUserVerified' | 'signCount'>

/** WebAuthn Level 3 §6.1. */
function authenticatorData(
  { rpId, flags, isUserVerified = true, signCount = 0 }: Signer,
  credential: readonly Buffer[] = [],
): Buffer {
  const flagsAndCount = Buffer.alloc(5)
  flagsAndCount.writeUInt8(flags + FLAG.userPresent + (isUserVerified ? FLAG.userVerified : 0), 0)
  flagsAndCount.writeUInt32BE(signCount, 1)
  return Buffer.concat([sha256(rpId), flagsAndCount, ...credential])
}

type Asked = { readonly challenge: string; readonly origin: string } & Pick<Ceremony, 'crossOrigin'>

/** WebAuthn Level 3 §5.8.1. */
function clientData(type: string, { challenge, origin, crossOrigin = false }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

/** WebAuthn Level 3 §8.7. */
function attestationOf(authData: Buffer): Buffer {
  return encodeCbor(
    new Map<string, string | Buffer | Map<never, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<never, never>()],
      ['authData', authData],
    ]),
  )
}

/** A P-256 public key in COSE (RFC 9053 §7.1.1): key type 2, algorithm ES256, curve 1. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
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

type Cbor = number | string | Uint8Array | ReadonlyMap<Cbor, Cbor>

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, map: 5 } as const

/** The part of CBOR (RFC 8949) that authenticators use. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? prefix(MAJOR.negative, -1 - value) : prefix(MAJOR.unsigned, value)
  if (typeof value === 'string')
    return Buffer.concat([prefix(MAJOR.text, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([prefix(MAJOR.bytes, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)])
  return Buffer.concat([prefix(MAJOR.map, value.size), ...entries])
}

function prefix(major: number, argument: number): Buffer {
  const type = major * 32
  if (argument < 24) return Buffer.from([type + argument])
  if (argument < 256) return Buffer.from([type + 24, argument])
  return Buffer.from([type + 25, Math.floor(argument / 256), argument % 256])
}
