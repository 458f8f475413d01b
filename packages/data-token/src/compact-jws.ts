import { parseObject } from './parse-object.ts'

/** A compact JWS that is one by its form (RFC 7515 §5.2): of what it says nothing is believed yet. */
export type CompactJws = {
  readonly header: Readonly<Record<string, unknown>>
  /** What is signed. */
  readonly input: string
  readonly signature: Uint8Array
  /** Nothing where it is no JSON object. */
  readonly readPayload: () => Readonly<Record<string, unknown>> | undefined
}

type Decode = (base64url: string) => Uint8Array

const PARTS = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Takes a compact JWS apart, the same in every runtime: three parts in base64url and nothing else, JSON in sound UTF-8, and
 * a header that names an algorithm and asks for nothing that is not understood (`crit`, and `b64` of RFC 7797). Nothing for
 * any other text.
 */
export function readCompactJws(token: string, decode: Decode): CompactJws | undefined {
  const [, encodedHeader = '', payload = '', signature = ''] = PARTS.exec(token) ?? []
  // Of one character alone too few bits are left for a byte, which not every runtime minds.
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
