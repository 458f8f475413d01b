import { randomBytes, randomInt } from 'node:crypto'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { type Graduate, issueDegree, type Signer } from './issue-degree.ts'
import { contentSecurityPolicy, offerPage, welcomePage } from './pages.ts'

export type Asked = {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type University = {
  /** Answers what is asked at its addresses; nothing for any other. */
  readonly answer: (asked: Asked) => Promise<Answer | undefined>
  /** Offers a degree: the link, and the code that the graduate is told some other way. */
  readonly offer: (graduate: Graduate) => { readonly link: string; readonly code: string }
}

type Offer = { readonly graduate: Graduate; readonly code: string; readonly preAuthorizedCode: string; tries: number }

const GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const YEAR_SECONDS = 31_536_000
const TRIES = 5
const KEPT = 1_000

type Settings = Signer & {
  /** Where the wallet takes offers. */
  readonly wallet: string
  readonly lifetimeSeconds?: number
}

/** Demo University at an address of its own. Its offers, tokens and nonces live in memory, and each counts once. */
export function createUniversity({ issuer, key, wallet, lifetimeSeconds = YEAR_SECONDS }: Settings): University {
  const { origin, pathname } = new URL(issuer)
  const base = pathname === '/' ? '' : pathname
  const [offers, tokens, nonces] = [new Map<string, Offer>(), new Map<string, Graduate>(), new Map<string, true>()]

  const offer = (graduate: Graduate) => {
    const [id, code] = [newSecret(), String(randomInt(10_000)).padStart(4, '0')]
    keep(offers, id, { graduate, code, preAuthorizedCode: newSecret(), tries: 0 })
    const query = new URLSearchParams({ credential_offer_uri: `${issuer}/offers/${id}` })
    return { link: `${wallet}?${query.toString()}`, code }
  }

  const routes: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>> = {
    [`GET /.well-known/openid-credential-issuer${base}`]: () => json(describeIssuer(issuer)),
    [`GET /.well-known/oauth-authorization-server${base}`]: () =>
      json({ issuer, token_endpoint: `${issuer}/token`, 'pre-authorized_grant_anonymous_access_supported': true }),
    [`GET /.well-known/jwt-vc-issuer${base}`]: () => json({ issuer, jwks: { keys: [publicHalf(key)] } }),
    [`GET ${base}/`]: () => page(welcomePage(`${base}/offers`)),
    [`POST ${base}/offers`]: ({ body }) => page(offerPage(offer(readGraduate(new URLSearchParams(body))))),
    [`POST ${base}/token`]: ({ body }) => exchangeCode(new URLSearchParams(body)),
    [`POST ${base}/nonce`]: () => {
      const nonce = newSecret()
      keep(nonces, nonce, true)
      return json({ c_nonce: nonce })
    },
    [`POST ${base}/credential`]: issue,
  }

  return { answer, offer }

  async function answer(asked: Asked): Promise<Answer | undefined> {
    const path = new URL(asked.path, origin).pathname
    if (asked.method === 'OPTIONS' && isOwn(path)) return { status: 204, headers: CORS, body: '' }
    const route = routes[`${asked.method} ${path}`] ?? routes[`${asked.method} ${path}/`]
    if (route) return route(asked)
    const found = asked.method === 'GET' ? offers.get(path.slice(`${base}/offers/`.length)) : undefined
    return found && json(describeOffer(issuer, found))
  }

  function isOwn(path: string): boolean {
    return path === base || path.startsWith(`${base}/`) || (path.startsWith('/.well-known/') && path.endsWith(base))
  }

  function exchangeCode(form: URLSearchParams): Answer {
    const [id, found] =
      [...offers].find(([, { preAuthorizedCode }]) => preAuthorizedCode === form.get('pre-authorized_code')) ?? []
    if (form.get('grant_type') !== GRANT || id === undefined || !found) return json({ error: 'invalid_grant' }, 400)
    found.tries += 1
    if (found.code !== form.get('tx_code')) {
      if (found.tries >= TRIES) offers.delete(id)
      return json({ error: 'invalid_grant' }, 400)
    }
    offers.delete(id)
    const token = newSecret()
    keep(tokens, token, found.graduate)
    return json({ access_token: token, token_type: 'Bearer', expires_in: 300 })
  }

  async function issue({ authorization = '', body }: Asked): Promise<Answer> {
    const token = authorization.replace(/^Bearer /, '')
    const graduate = tokens.get(token)
    if (!graduate) return json({ error: 'invalid_token' }, 401)
    const holder = await readProof(body)
    if (!holder) return json({ error: 'invalid_proof' }, 400)
    tokens.delete(token)
    const credential = await issueDegree({ issuer, key }, graduate, { holder, now: new Date(), lifetimeSeconds })
    return json({ credentials: [{ credential }] })
  }

  /** The key that the proof was made with, if it was made for this issuer and by a nonce of it (OpenID4VCI §8.2.1.1). */
  async function readProof(body: string): Promise<JWK | undefined> {
    try {
      const [jwt = ''] = JSON.parse(body).proofs.jwt
      const { jwk } = decodeProtectedHeader(jwt)
      if (!jwk || 'd' in jwk) return undefined
      const { payload } = await jwtVerify(jwt, await importJWK(jwk, 'ES256'), {
        algorithms: ['ES256'],
        typ: 'openid4vci-proof+jwt',
        audience: issuer,
        maxTokenAge: '5m',
      })
      return nonces.delete(String(payload['nonce'])) ? jwk : undefined
    } catch {
      return undefined
    }
  }
}

function describeIssuer(issuer: string) {
  return {
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/credential`,
    nonce_endpoint: `${issuer}/nonce`,
    display: [{ name: 'Demo University', locale: 'en' }],
    credential_configurations_supported: {
      degree: {
        format: 'dc+sd-jwt',
        vct: `${issuer}/degree`,
        cryptographic_binding_methods_supported: ['jwk'],
        credential_signing_alg_values_supported: ['ES256'],
        proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
        credential_metadata: { display: [{ name: 'University degree', locale: 'en' }] },
      },
    },
  }
}

function describeOffer(issuer: string, { preAuthorizedCode }: Offer) {
  return {
    credential_issuer: issuer,
    credential_configuration_ids: ['degree'],
    grants: {
      [GRANT]: {
        'pre-authorized_code': preAuthorizedCode,
        tx_code: { input_mode: 'numeric', length: 4 },
      },
    },
  }
}

function readGraduate(form: URLSearchParams): Graduate {
  const read = (name: string) => (form.get(name) ?? '').slice(0, 80)
  return {
    given_name: read('given_name'),
    family_name: read('family_name'),
    degree: read('degree'),
    graduated_on: new Date().toISOString().slice(0, 10),
  }
}

/** Nobody fills the memory of the demo: the oldest leaves. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest)
  kept.set(key, value)
}

function publicHalf({ d: _private, ...jwk }: JWK): JWK {
  return { ...jwk, alg: 'ES256', use: 'sig' }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Any wallet may ask: what it gets, it gets for a code or a token that it brings. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST',
}

function json(body: object, status = 200): Answer {
  const headers = { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' }
  return { status, headers, body: JSON.stringify(body) }
}

function page(html: string): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: html }
}
