import { readDataTokenKeys, remoteDataTokenKeys, signDataToken, verifyDataToken } from '@countersign/data-token'

/** Secrets that a former operator kept, and an access token that TOKEN_SECRET makes from a row of the database. */
export type Copies = {
  readonly url: string
  readonly INTERNAL_SERVICE_TOKEN: string
  readonly ADMIN_TOKEN: string
  readonly DATA_TOKEN_SECRET: string
  readonly accessToken: string
}

/** Tries each copy at the service, or at an app, and names those that opened something and those that were refused. */
export async function tryCopies(copies: Copies) {
  const results = Object.entries({
    INTERNAL_SERVICE_TOKEN: await reads(`${copies.url}/api/auth/internal/auth-request-details/`, {
      method: 'POST',
      headers: { 'x-service-token': copies.INTERNAL_SERVICE_TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_request_id: crypto.randomUUID() }),
    }),
    ADMIN_TOKEN: await reads(`${copies.url}/api/admin/clients/`, withToken(copies.ADMIN_TOKEN)),
    'a token under TOKEN_SECRET': await reads(`${copies.url}/oauth/userinfo`, withToken(copies.accessToken)),
    'a data token under DATA_TOKEN_SECRET': await isBelieved(copies),
  })
  const which = (wanted: boolean) => results.filter(([, isOpen]) => isOpen === wanted).map(([name]) => name)
  return { opened: which(true), refused: which(false) }
}

function withToken(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

async function reads(url: string, init: RequestInit): Promise<boolean> {
  return (await fetch(url, init)).status !== 401
}

/** As an app does, by the published keys. */
async function isBelieved({ url, DATA_TOKEN_SECRET }: Copies): Promise<boolean> {
  const about = { iss: url, aud: 'app', sub: crypto.randomUUID(), auth_request_id: crypto.randomUUID() }
  const attestation = { ...about, scopes: ['email'], claims: { email: 'ada@example.com' } }
  const timing = { now: new Date(), lifetimeSeconds: 60 }
  const forged = signDataToken(await readDataTokenKeys(DATA_TOKEN_SECRET), attestation, timing)
  const keys = remoteDataTokenKeys(`${url}/.well-known/jwks.json`)
  return verifyDataToken(forged, keys, { issuer: url, audience: 'app' }).then(
    () => true,
    () => false,
  )
}
