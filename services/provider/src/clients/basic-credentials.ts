import { findCredentials } from '@countersign/service/http'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** HTTP Basic with both parts form-encoded first (RFC 6749 §2.3.1); nothing if the header is not that. */
export function decodeBasic(header: string | undefined): { clientId: string; secret: string } | undefined {
  const encoded = findCredentials(header, 'basic')
  if (encoded === undefined || !BASE64.test(encoded)) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  try {
    return { clientId: decodeForm(text.slice(0, colon)), secret: decodeForm(text.slice(colon + 1)) }
  } catch {
    return undefined
  }
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
