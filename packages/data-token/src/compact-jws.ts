import { parseObject } from './parse-object.ts'

/** A well-formed compact JWS (RFC 7515 §5.2), not yet verified. */
export type CompactJws = {
  readonly header: Readonly<Record<string, unknown>>
  /** The signed text. */
  readonly input: string
  readonly signature: Uint8Array
  /** Undefined if it is not a JSON object. */
  readonly readPayload: () => Readonly<Record<string, unknown>> | undefined
}

type Decode = (base64url: string) => Uint8Array

const PARTS = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Base64url, valid UTF-8, and a header with `alg`, without `crit` or `b64` (RFC 7797): the same in every runtime. */
export function readCompactJws(token: string, decode: Decode): CompactJws | undefined {
  const [, encodedHeader = '', payload = '', signature = ''] = PARTS.exec(token) ?? []
  // A single last character holds too few bits for a byte; not every runtime refuses it.
  if ([encodedHeader, payload, signature].some((part) => part.length % 4 === 1)) return undefined
  const header = decodeObject(encodedHeader, decode)
  if (!header || typeof header['alg'] !== 'string' || header['alg'] === '') return undefined
  if ('crit' in header || 'b64' in header) return undefined
  if (header['kid'] !== undefined && typeof header['kid'] !== 'string') return undefined
  return {
    header,
    input: `${encodedHeader}.${payload}`,
    signature: decode(signature),
    readPayload: () => decodeObject(payload, decode),
  }
}

function decodeObject(encoded: string, decode: Decode): Readonly<Record<string, unknown>> | undefined {
  try {
    return parseObject(utf8.decode(decode(encoded)))
  } catch {
    return undefined
  }
}
