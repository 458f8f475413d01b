import { bytesOfUuid, formatUuid, keyedDigest, NONCE_BYTES, seal, unseal } from '@countersign/service/secrets'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { RefreshToken } from './refresh-token.ts'

const KEY_LABEL = 'countersign/v1/access-token-key'
const SEAL_LABEL = 'countersign/v1/access-token'
const NONCE_LABEL = 'countersign/v1/access-token-nonce'
const PREFIX = 'cs_at_'
const TEXT = /^cs_at_[A-Za-z0-9_-]+$/
const ID_BYTES = 16
const HEAD_BYTES = 15
const USERINFO_KEY_BYTES = 32

/** The content of an access token. For what it lacks, its grant's row counts. */
export type AccessTokenContent = {
  readonly rotation: number
  /** Unix milliseconds: tells whether it is older than its resource server. */
  readonly issuedAtMs: number
  readonly lifetimeSeconds: number
  /** Opens the grant's userinfo claims. Never in a token for another resource server. */
  readonly userinfoKey: Buffer | undefined
} & Narrowed

/** Undefined: all scopes of the grant; this service; any bearer. */
type Narrowed = {
  readonly scopes: readonly string[] | undefined
  readonly audience: string | undefined
  readonly jkt: string | undefined
}

type Pair = {
  /** Random, of the grant's row: without the row no secret makes a token. */
  readonly salt: Buffer
  readonly refreshToken: RefreshToken
}

/**
 * `cs_at_` and base64url of grant_id, nonce, ciphertext and tag: the same text for the same content of the same pair. The
 * nonce follows from both (as in RFC 5297), since one rotation may be asked for several contents.
 */
export function sealAccessToken(content: AccessTokenContent, { salt, refreshToken }: Pair): string {
  const { grantId, tokenSecret: secret, text } = refreshToken
  const plaintext = encode(content)
  const named = Buffer.concat([Buffer.from(text), plaintext])
  const nonce = keyedDigest(named, { secret, label: NONCE_LABEL }).subarray(0, NONCE_BYTES)
  const sealed = seal(plaintext, sealingContext(grantId, salt, secret), nonce)
  return PREFIX + Buffer.concat([bytesOfUuid(grantId), sealed]).toString('base64url')
}

export type SealedAccessToken = { readonly grantId: string; readonly sealed: Buffer }

/** Undefined for a text of another form. */
export function readSealedAccessToken(text: string): SealedAccessToken | undefined {
  if (!TEXT.test(text)) return undefined
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
  if (bytes.length <= ID_BYTES || PREFIX + bytes.toString('base64url') !== text) return undefined
  return { grantId: formatUuid(bytes.subarray(0, ID_BYTES)), sealed: bytes.subarray(ID_BYTES) }
}

/** Undefined if no listed secret made it for a grant of this salt. */
export function openAccessToken(
  { grantId, sealed }: SealedAccessToken,
  salt: Buffer,
  tokenSecrets: readonly string[],
): AccessTokenContent | undefined {
  for (const secret of tokenSecrets) {
    const plaintext = tryToUnseal(sealed, sealingContext(grantId, salt, secret))
    if (plaintext) return decode(plaintext)
  }
  return undefined
}

function tryToUnseal(sealed: Buffer, context: ReturnType<typeof sealingContext>): Buffer | undefined {
  try {
    return unseal(sealed, context)
  } catch {
    return undefined
  }
}

function sealingContext(grantId: string, salt: Buffer, secret: string) {
  const key = keyedDigest(salt, { secret, label: KEY_LABEL })
  return { secret: key, label: SEAL_LABEL, isOneTime: true, owner: grantId }
}

/** Rotation, issue, lifetime and the key's length, then the key, then what is narrowed as JSON: 47 bytes mostly. */
function encode({ rotation, issuedAtMs, lifetimeSeconds, userinfoKey, ...narrowed }: AccessTokenContent): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(rotation, 0)
  head.writeUIntBE(issuedAtMs, 4, 6)
  head.writeUInt32BE(lifetimeSeconds, 10)
  head.writeUInt8(userinfoKey?.length ?? 0, 14)
  const { scopes, audience, jkt } = narrowed
  const isNarrowed = scopes !== undefined || audience !== undefined || jkt !== undefined
  const tail = isNarrowed ? JSON.stringify({ scopes, audience, jkt }) : ''
  return Buffer.concat([head, userinfoKey ?? Buffer.alloc(0), Buffer.from(tail)])
}

const narrowed = Compile(
  Type.Object({
    scopes: Type.Optional(Type.Array(Type.String())),
    audience: Type.Optional(Type.String()),
    jkt: Type.Optional(Type.String()),
  }),
)

function decode(plaintext: Buffer): AccessTokenContent {
  const keyLength = plaintext.readUInt8(14) === 0 ? 0 : USERINFO_KEY_BYTES
  const tail = plaintext.toString('utf8', HEAD_BYTES + keyLength)
  const { scopes, audience, jkt } = narrowed.Parse(tail === '' ? {} : JSON.parse(tail))
  return {
    rotation: plaintext.readUInt32BE(0),
    issuedAtMs: plaintext.readUIntBE(4, 6),
    lifetimeSeconds: plaintext.readUInt32BE(10),
    userinfoKey: keyLength === 0 ? undefined : plaintext.subarray(HEAD_BYTES, HEAD_BYTES + keyLength),
    scopes,
    audience,
    jkt,
  }
}
