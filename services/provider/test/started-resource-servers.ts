import { startBeforeAll } from '@countersign/testing'
import { createLocalJWKSet, type JWTVerifyOptions, jwtVerify } from 'jose'
import { ISSUER, REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

export const PAYMENTS = 'https://payments.example/api'
export const CALENDAR = 'https://calendar.example'
const AT_JWT: JWTVerifyOptions = { issuer: ISSUER, typ: 'at+jwt', requiredClaims: ['exp', 'iat', 'jti', 'client_id'] }

type App = { readonly client_id: string; readonly client_secret: string }

export const words = (title: string) => ({
  en: { title, description: `${title}.` },
  de: { title: `${title} (de)`, description: '' },
})

/** Optional scopes of a registration. */
export const asking = (...names: string[]) => names.map((name) => ({ name, reason: '', required: false }))

const own = ({ client_id, client_secret }: App) => ({ client_id, client_secret })

/** A provider with two resource servers, an app that may use both, and what the two sides do. */
export function startResourceServers() {
  const provider = startBeforeAll(async () => {
    const started = await startProvider('postgresql')
    const add = async (creation: object) => {
      const created = (await started.admin('POST', 'resource-servers/', creation)).json()
      return { ...own(created), path: `resource-servers/${created.resource_id}/` }
    }
    const payments = await add({
      resource: PAYMENTS,
      name: 'Payments',
      access_token_format: 'jwt',
      scopes: [
        { name: 'payments:read', texts: words('See payments') },
        { name: 'payments:write', texts: words('Make payments') },
      ],
    })
    const scopes = [{ name: 'calendar:read', texts: words('See your calendar') }]
    const calendar = await add({ resource: CALENDAR, name: 'Calendar', scopes })
    const names = ['openid', 'email', 'payments:read', 'payments:write', 'calendar:read']
    const registered = { name: 'App', redirect_uris: [REDIRECT_URI], scopes: asking(...names) }
    const register = async (changes: object = {}) =>
      own((await started.admin('POST', 'clients/', { ...registered, ...changes })).json<App>())
    const client = await register({ grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] })
    return { ...started, add, register, client, payments: own(payments), calendar: own(calendar) }
  })

  /** Signs in as an app, and approves all that it asks for. */
  async function codeFor(asked: Readonly<Record<string, string>>, app = provider.client): Promise<string> {
    const id = await provider.startRequest({ client_id: app.client_id, ...asked })
    const { requested_scopes, subject } = (await provider.readAs(USER_ID, id)).json()
    const attested = { sub: subject ?? USER_ID, claims: {} }
    const done = await provider.complete(id, { approved_scopes: requested_scopes, attested })
    return done.json<{ authorization_code: string }>().authorization_code
  }

  const exchange = async (code: string, changes: Readonly<Record<string, string>> = {}) =>
    (await provider.exchange(code, { ...provider.client, ...changes })).json()
  const refresh = async (token: string, changes: Readonly<Record<string, string>> = {}) =>
    (await provider.refresh(token, { ...provider.client, ...changes })).json()
  const ask = async (token: string, caller: object) => (await provider.introspect(token, { ...caller })).json()
  const ownToken = async (changes: Readonly<Record<string, string>> = {}, headers = {}) =>
    (await provider.token({ grant_type: 'client_credentials', ...provider.client, ...changes }, headers)).json()

  /** Verifies a token as an API does (RFC 9068 §4), with an independent library. */
  async function verify(token: string, audience: string) {
    const keys = createLocalJWKSet((await provider.app.inject('/.well-known/jwks.json')).json())
    return (await jwtVerify(token, keys, { ...AT_JWT, audience, algorithms: ['RS256', 'ES256'] })).payload
  }

  return { provider, codeFor, exchange, refresh, ask, ownToken, verify }
}
