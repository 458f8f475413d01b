/** A credential issuer for the demo and tests only: OpenID4VCI 1.0 with a pre-authorized code. */
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { type Answered, type Asked, answerJson, answerPage, answerPreflight } from './http.ts'
import { type Graduate, issueDegree, type Signer } from './issue-degree.ts'
import { describeIssuer, describeOffer, publicHalf } from './metadata.ts'
import { createOffers, type Offers } from './offers.ts'
import { graduatePage, offerPage } from './pages.ts'
import { createDegreeRegister } from './status-list.ts'

export { type Graduate, issueDegree, newIssuerKey, type Signer } from './issue-degree.ts'

export type University = {
  /** Undefined for other addresses. */
  readonly answer: (asked: Asked) => Promise<Answered | undefined>
  /** Returns the link to the offer, and the code that the graduate gets another way. */
  readonly offer: (graduate: Graduate) => { readonly link: string; readonly code: string }
  /** Its status list. */
  readonly degrees: Omit<DegreeRegister, 'routes'>
}

type DegreeRegister = ReturnType<typeof createDegreeRegister>

type Settings = Signer & {
  /** The wallet's address for offers. */
  readonly wallet: string
  readonly lifetimeSeconds?: number
}

type Routes = Readonly<Record<string, (asked: Asked) => Answered | Promise<Answered>>>

const YEAR_SECONDS = 31_536_000

/** Demo University. Its offers, tokens and nonces live in memory, and each works once. */
export function createUniversity({ wallet, lifetimeSeconds = YEAR_SECONDS, ...signer }: Settings): University {
  const { issuer } = signer
  const { origin, pathname } = new URL(issuer)
  const base = pathname === '/' ? '' : pathname
  const offers = createOffers()
  const degrees = createDegreeRegister(signer, base)
  const offer = (graduate: Graduate) => {
    const { id, code } = offers.add(graduate)
    const query = new URLSearchParams({ credential_offer_uri: `${issuer}/offers/${id}` })
    return { link: `${wallet}?${query.toString()}`, code }
  }
  const routes: Routes = {
    ...wellKnownRoutes(signer, base),
    ...issuingRoutes({ ...signer, lifetimeSeconds, degrees }, base, offers),
    ...degrees.routes,
    [`GET ${base}/`]: () => answerPage(graduatePage(`${base}/offers`)),
    [`POST ${base}/offers`]: ({ body }) => {
      const graduate = readGraduate(new URLSearchParams(body))
      const name = `${graduate.given_name} ${graduate.family_name}`
      return answerPage(offerPage({ ...offer(graduate), name, degree: graduate.degree }))
    },
  }
  const isOwn = (path: string) => path === base || path.startsWith(`${base}/`)
  return {
    offer,
    degrees,
    async answer(asked) {
      const { pathname: path } = new URL(asked.path, origin)
      if (asked.method === 'OPTIONS' && (isOwn(path) || path.startsWith('/.well-known/'))) return answerPreflight()
      const route = routes[`${asked.method} ${path}`] ?? routes[`${asked.method} ${path}/`]
      if (route) return route(asked)
      const found = asked.method === 'GET' ? offers.find(path.slice(`${base}/offers/`.length)) : undefined
      return found && answerJson(describeOffer(issuer, found))
    },
  }
}

function wellKnownRoutes({ issuer, key }: Signer, base: string): Routes {
  return {
    [`GET /.well-known/openid-credential-issuer${base}`]: () => answerJson(describeIssuer(issuer)),
    [`GET /.well-known/oauth-authorization-server${base}`]: () =>
      answerJson({
        issuer,
        token_endpoint: `${issuer}/token`,
        'pre-authorized_grant_anonymous_access_supported': true,
      }),
    [`GET /.well-known/jwt-vc-issuer${base}`]: () => answerJson({ issuer, jwks: { keys: [publicHalf(key)] } }),
  }
}

type Issuing = Signer & { readonly lifetimeSeconds: number; readonly degrees: DegreeRegister }

function issuingRoutes({ lifetimeSeconds, degrees, ...signer }: Issuing, base: string, offers: Offers): Routes {
  return {
    [`POST ${base}/token`]: ({ body }) => {
      const token = offers.exchange(new URLSearchParams(body))
      if (token === undefined) return answerJson({ error: 'invalid_grant' }, 400)
      return answerJson({ access_token: token, token_type: 'Bearer', expires_in: 300 })
    },
    [`POST ${base}/nonce`]: () => answerJson({ c_nonce: offers.newNonce() }),
    [`POST ${base}/credential`]: async ({ authorization = '', body }) => {
      const token = authorization.replace(/^Bearer /, '')
      const graduate = offers.graduateOf(token)
      if (!graduate) return answerJson({ error: 'invalid_token' }, 401)
      const holder = await readProof(body, { issuer: signer.issuer, useNonce: offers.useNonce })
      if (!holder) return answerJson({ error: 'invalid_proof' }, 400)
      offers.spend(token)
      const status = degrees.add(graduate)
      const credential = await issueDegree(signer, graduate, { holder, now: new Date(), lifetimeSeconds, status })
      return answerJson({ credentials: [{ credential }] })
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

/** The holder's key from a proof for this issuer with one of its nonces (OpenID4VCI 1.0 §8.2.1.1). */
async function readProof(
  body: string,
  { issuer, useNonce }: { readonly issuer: string; readonly useNonce: (nonce: string) => boolean },
): Promise<JWK | undefined> {
  try {
    const { proofs } = JSON.parse(body) as { readonly proofs: { readonly jwt: readonly string[] } }
    const jwt = proofs.jwt[0] ?? ''
    const { jwk } = decodeProtectedHeader(jwt)
    if (!jwk || 'd' in jwk) return undefined
    const { payload } = await jwtVerify(jwt, await importJWK(jwk, 'ES256'), {
      algorithms: ['ES256'],
      typ: 'openid4vci-proof+jwt',
      audience: issuer,
      maxTokenAge: '5m',
    })
    return useNonce(String(payload['nonce'])) ? jwk : undefined
  } catch {
    return undefined
  }
}
