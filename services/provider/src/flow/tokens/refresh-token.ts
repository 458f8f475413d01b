import { timingSafeEqual } from 'node:crypto'
import { bytesOfUuid, formatUuid, keyedDigest, secureRandom, sha256 } from '@countersign/service/secrets'

const PREFIX = 'cs_rt_'
const CHAIN_LABEL = 'countersign/v1/refresh-token'
const TAG_LABEL = 'countersign/v1/refresh-token-tag'
const [ID_BYTES, ROTATION_BYTES, SECRET_BYTES, TAG_BYTES] = [16, 4, 32, 16]
const TAGGED_BYTES = ID_BYTES + ROTATION_BYTES + SECRET_BYTES
const TEXT = /^cs_rt_[A-Za-z0-9_-]{90}[AEIMQUYcgkosw048]$/
const FORMER_TEXT = /^cs_rt_[A-Za-z0-9_-]{64}$/

/**
 * A link of a grant's chain: each follows from the one before it under TOKEN_SECRET, so that the same refresh gets the same
 * answer and nothing is kept of former ones. Neither the secret nor a link alone leads on.
 */
export type RefreshToken = {
  /** `cs_rt_` and base64url of grant_id, rotation, secret and tag. */
  readonly text: string
  readonly hash: Buffer
  readonly grantId: string
  /** How often the grant's token was rotated before. */
  readonly rotation: number
  readonly secret: Buffer
  /** That it was made under. */
  readonly tokenSecret: string
  /** Its tag says that this service made it. Not so of one from before the chain, which only its grant's row knows. */
  readonly isTagged: boolean
}

export function firstRefreshToken(grantId: string, [tokenSecret = '']: readonly string[]): RefreshToken {
  return makeLink({ grantId, rotation: 0, secret: secureRandom(SECRET_BYTES), tokenSecret })
}

/** The one that follows under each listed secret: a process that lists them in another order made one of these. */
export function successorsOf(token: RefreshToken, tokenSecrets: readonly string[]): RefreshToken[] {
  const { grantId, secret: former } = token
  const rotation = token.rotation + 1
  return tokenSecrets.map((tokenSecret) => {
    const content = Buffer.concat([headOf(grantId, rotation), former])
    return makeLink({
      grantId,
      rotation,
      secret: keyedDigest(content, { secret: tokenSecret, label: CHAIN_LABEL }),
      tokenSecret,
    })
  })
}

/** Undefined for a text that this service did not make: it costs no look-up. */
export function readRefreshToken(text: string, tokenSecrets: readonly string[]): RefreshToken | undefined {
  if (FORMER_TEXT.test(text)) return readFormer(text, tokenSecrets)
  if (!TEXT.test(text)) return undefined
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
  const [tagged, tag] = [bytes.subarray(0, TAGGED_BYTES), bytes.subarray(TAGGED_BYTES)]
  const tokenSecret = tokenSecrets.find((secret) => timingSafeEqual(tagOf(tagged, secret), tag))
  if (tokenSecret === undefined) return undefined
  return {
    text,
    hash: sha256(text),
    grantId: formatUuid(tagged.subarray(0, ID_BYTES)),
    rotation: tagged.readUInt32BE(ID_BYTES),
    secret: tagged.subarray(-SECRET_BYTES),
    tokenSecret,
    isTagged: true,
  }
}

/** One that was random: the takeover of its database made it the first of a chain. */
function readFormer(text: string, [tokenSecret = '']: readonly string[]): RefreshToken {
  const grantId = formatUuid(Buffer.from(text.slice(PREFIX.length), 'base64url').subarray(0, ID_BYTES))
  return { text, hash: sha256(text), grantId, rotation: 0, secret: Buffer.from(text), tokenSecret, isTagged: false }
}

type Link = Pick<RefreshToken, 'grantId' | 'rotation' | 'secret' | 'tokenSecret'>

function makeLink(link: Link): RefreshToken {
  const tagged = Buffer.concat([headOf(link.grantId, link.rotation), link.secret])
  const text = PREFIX + Buffer.concat([tagged, tagOf(tagged, link.tokenSecret)]).toString('base64url')
  return { ...link, text, hash: sha256(text), isTagged: true }
}

function headOf(grantId: string, rotation: number): Buffer {
  const head = Buffer.concat([bytesOfUuid(grantId), Buffer.alloc(ROTATION_BYTES)])
  head.writeUInt32BE(rotation, ID_BYTES)
  return head
}

function tagOf(tagged: Buffer, tokenSecret: string): Buffer {
  return keyedDigest(tagged, { secret: tokenSecret, label: TAG_LABEL }).subarray(0, TAG_BYTES)
}
