/** A credential issuer for the demo and tests only: OpenID4VCI 1.0 by a code or a sign-in, in batches. */
import { createAuthorizations } from './authorization.ts'
import { type Answered, type Asked, answerJson, answerPage, answerPreflight, type Routes } from './http.ts'
import type { Graduate, Signer } from './issue-degree.ts'
import { issuingRoutes } from './issuing-routes.ts'
import { describeIssuer, describeOffer, describeServer, publicHalf } from './metadata.ts'
import { createOffers, type Offers } from './offers.ts'
import { graduatePage, offerPage } from './pages.ts'
import { readGraduate } from './read-graduate.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { createDegreeRegister, type DegreeRegister } from './status-list.ts'

export { type Graduate, issueDegree, newIssuerKey, type Signer } from './issue-degree.ts'

export type University = {
  /** Undefined for other addresses. */
  readonly answer: (asked: Asked) => Promise<Answered | undefined>
  /** Links to the offer, by a code that the graduate gets another way, and by signing in here. */
  readonly offer: (graduate: Graduate) => { readonly link: string; readonly signInLink: string; readonly code: string }
  /** Its status list. */
  readonly degrees: Omit<DegreeRegister, 'routes'>
}

type Settings = Signer & {
  /** The wallet's address for offers. */
  readonly wallet: string
  readonly lifetimeSeconds?: number
  /** Copies of a degree that a wallet may ask for at once, each for another app. */
  readonly batchSize?: number
}

const YEAR_SECONDS = 31_536_000
const BATCH_SIZE = 4
const SIGN_IN = '/sign-in'

/** Demo University. Its offers, requests, tokens and nonces live in memory, and each works once. */
export function createUniversity(settings: Settings): University {
  const { wallet, lifetimeSeconds = YEAR_SECONDS, batchSize = BATCH_SIZE, ...signer } = settings
  const { issuer } = signer
  const { origin, pathname } = new URL(issuer)
  const base = pathname === '/' ? '' : pathname
  const offers = createOffers()
  const degrees = createDegreeRegister(signer, base)
  const authorizations = createAuthorizations(issuer)
  const linkTo = (path: string) =>
    `${wallet}?${new URLSearchParams({ credential_offer_uri: `${issuer}/offers/${path}` })}`
  const offer = (graduate: Graduate) => {
    const { id, code } = offers.add(graduate)
    return { link: linkTo(id), signInLink: linkTo(id + SIGN_IN), code }
  }
  const routes: Routes = {
    ...wellKnownRoutes(signer, base, batchSize),
    ...issuingRoutes({ signer, lifetimeSeconds, batchSize, base, offers, degrees }, authorizations),
    ...signInRoutes({ issuer, base, offers }, authorizations),
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
      return asked.method === 'GET'
        ? answerOffer(offers, { issuer, id: path.slice(`${base}/offers/`.length) })
        : undefined
    },
  }
}

function answerOffer(offers: Offers, { issuer, id }: { readonly issuer: string; readonly id: string }) {
  const isBySignIn = id.endsWith(SIGN_IN)
  const found = offers.find(isBySignIn ? id.slice(0, -SIGN_IN.length) : id)
  return found && answerJson(describeOffer(issuer, found, isBySignIn))
}

function wellKnownRoutes({ issuer, key }: Signer, base: string, batchSize: number): Routes {
  return {
    [`GET /.well-known/openid-credential-issuer${base}`]: () => answerJson(describeIssuer(issuer, batchSize)),
    [`GET /.well-known/oauth-authorization-server${base}`]: () => answerJson(describeServer(issuer)),
    [`GET /.well-known/jwt-vc-issuer${base}`]: () => answerJson({ issuer, jwks: { keys: [publicHalf(key)] } }),
  }
}
