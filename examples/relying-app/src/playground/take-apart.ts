/** The unverified header of a JWS or JWE (RFC 7515 §3, RFC 7516 §3). */
export function headerOf(token: string): Readonly<Record<string, unknown>> {
  return partOf(token, 0)
}

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
