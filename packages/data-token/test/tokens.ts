import { DataTokenError } from '../src/errors.ts'
import type { DataTokenKeySource } from '../src/key-source.ts'
import { verifyDataToken } from '../src/verify.ts'

export const NOON = new Date('2026-01-01T12:00:00Z')
export const TIMING = { now: NOON, lifetimeSeconds: 300 }
export const EXPECTED = { issuer: 'https://id.example', audience: 'app-1', now: NOON }
export const ATTESTATION = {
  iss: 'https://id.example',
  sub: 'person-1',
  aud: 'app-1',
  auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11',
  claims: { email: 'ada@example.org', name: 'Ada Lovelace' },
}

/**
 * Why a token is refused; undefined if it is accepted. Verifies twice, by our code for local keys and by the library: both
 * must agree. Any other error is a bug and is rethrown.
 */
export async function refusalOf(token: string, keys: DataTokenKeySource, changes: Partial<typeof EXPECTED> = {}) {
  const refusal = await refusalBy(token, keys, changes)
  const { verifyJws: _ours, ...library } = keys
  const byLibrary = await refusalBy(token, library, changes)
  if (byLibrary?.code !== refusal?.code) throw new Error(`The library says ${byLibrary?.code ?? 'accepted'}.`)
  return refusal
}

async function refusalBy(token: string, keys: DataTokenKeySource, changes: Partial<typeof EXPECTED>) {
  try {
    await verifyDataToken(token, keys, { ...EXPECTED, ...changes })
    return undefined
  } catch (error) {
    if (error instanceof DataTokenError) return error
    throw error
  }
}

export async function refusalCode(...refused: Parameters<typeof refusalOf>) {
  return (await refusalOf(...refused))?.code ?? 'accepted'
}
