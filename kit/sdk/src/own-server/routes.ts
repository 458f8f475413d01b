import type { SignInFlow } from '../flow.ts'
import {
  type CookieSettings,
  flowRoutes,
  isOfOwnSite,
  type Route,
  routesOf,
  type SignInRoutes,
  signOut,
} from '../web/sign-in-routes.ts'
import type { OwnServerFlow, OwnServersSettings } from './own-server.ts'
import type { Servers } from './servers.ts'

const PUBLIC = { headers: { 'cache-control': 'public, max-age=300' } }

/** `POST sign-in`: another site must not choose the server that a person signs in at (login CSRF, RFC 9700 §4.7). */
export function createOwnServerRoutes(
  servers: Servers,
  { clientId = '', redirectUri: given = '', cookieSecret }: OwnServersSettings & CookieSettings,
): SignInRoutes {
  const [redirectUri, document] = [new URL(given), new URL(clientId)]
  const { begin, finish } = flowRoutes({
    redirectUri,
    cookieSecret,
    begin: async ({ readBody }) => {
      const form = new URLSearchParams(await readBody())
      return { ...(await servers.beginSignIn(form.get('address') ?? '')), returnTo: form.get('returnTo') }
    },
    finish: (url, flow) => servers.finishSignIn(url, isOwnServerFlow(flow) ? flow : undefined),
  })
  const beginHere: Route = async (visit, url) =>
    isOfOwnSite(visit.request, url.origin)
      ? begin(visit, url)
      : new Response('This form is on another site.', { status: 403 })
  const pathOf = (name: string) => new URL(name, redirectUri).pathname
  return routesOf(redirectUri.origin, [
    ['POST', pathOf('sign-in'), beginHere],
    ['GET', redirectUri.pathname, finish],
    ['POST', pathOf('sign-out'), signOut],
    ...(document.origin === redirectUri.origin
      ? [['GET', document.pathname, async () => Response.json(servers.clientDocument(), PUBLIC)] as const]
      : []),
  ])
}

function isOwnServerFlow(flow: SignInFlow | undefined): flow is OwnServerFlow {
  return flow !== undefined && 'issuer' in flow
}
