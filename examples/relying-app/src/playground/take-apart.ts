/** The header of a signed or a sealed token (RFC 7515 §3, RFC 7516 §3), as it stands there: nothing is verified. */
export function headerOf(token: string): Readonly<Record<string, unknown>> {
  return partOf(token, 0)
}

/** The payload of a signed token. */
export function payloadOf(token: string): Readonly<Record<string, unknown>> {
  return partOf(token, 1)
}

function partOf(token: string, index: number): Readonly<Record<string, unknown>> {
  try {
    const part: unknown = JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString())
    return typeof part === 'object' && part !== null ? { ...part } : {}
  } catch {
    return {}
  }
}
