import type { SignInOptions } from '../authorization-request.ts'
import type { CountersignSettings } from '../checked-settings.ts'
import { type Countersign, createCountersign } from '../countersign.ts'
import { SignInError } from '../errors.ts'
import type { DataChanged } from '../events.ts'
import type { SignInFlow } from '../flow.ts'
import type { CompletedSignIn } from '../results.ts'
import { checkSettings } from '../settings.ts'
import type { SignedOut } from '../sign-out.ts'
import { createFlowCookies } from './flow-cookies.ts'
import { refuse } from './refusal.ts'
import { readReturnPath } from './return-path.ts'

export type CookieSettings = {
  /** Seals cookies: 32 random characters or more. A list during a rotation: the first seals, all open. */
  readonly cookieSecret: string | readonly string[]
}

/** Settings of an adapter; `Context` are the framework's handler arguments, `Answer` is a handler's return type. */
export type SignInSettings<Context extends readonly unknown[], Answer> = CountersignSettings &
  CookieSettings & {
    /**
     * The user signed in: begin your own session here, under a new id. Unless you answer yourself, the browser goes to its
     * `returnTo`.
     */
    readonly onSignIn: (signIn: CompletedSignIn, ...context: Context) => Answer
    /** A sign-in failed, see `error.code`. Unless you answer yourself, the SDK shows a page. */
    readonly onError?: ((error: SignInError, ...context: Context) => Answer) | undefined
    /** The user signs out of your app: end their session here. Unless you answer yourself, the browser goes to `/`. */
    readonly onSignOut?: ((...context: Context) => Answer) | undefined
    /**
     * The provider signed a user out: end all sessions of `subject`, or the one with `sessionId`. Enables
     * `POST /backchannel-logout`, to be registered as `backchannel_logout_uri`.
     */
    readonly onBackchannelLogout?: ((signedOut: SignedOut, ...context: Context) => unknown) | undefined
    /**
     * The user changed what they keep up to date here: call `refresh`, now or later. Enables `POST /events`, to be registered
     * as `events_uri`.
     */
    readonly onDataChanged?: ((changed: DataChanged, ...context: Context) => unknown) | undefined
    /** Made by `ownServers`. */
    readonly routes?: SignInRoutes | undefined
  }

/** One request as an adapter presents it; a handler returns nothing to leave the answer to the SDK. */
export type Visit = {
  readonly request: Request
  readonly setCookie: (cookie: string) => void
  readonly onSignIn: (signIn: CompletedSignIn) => Promise<Response | undefined>
  readonly onError: (error: SignInError) => Promise<Response | undefined>
  readonly onSignOut: () => Promise<Response | undefined>
  readonly onBackchannelLogout: ((signedOut: SignedOut) => Promise<Response | undefined>) | undefined
  readonly onDataChanged: ((changed: DataChanged) => Promise<Response | undefined>) | undefined
  readonly readBody: () => Promise<string>
}

export type SignInRoutes = {
  readonly origin: string
  readonly all: readonly RouteAt[]
  readonly handles: (method: string, pathname: string) => boolean
  /** Returns nothing for other paths. */
  readonly answer: (visit: Visit) => Promise<Response | undefined>
}

export type Route = (visit: Visit, url: URL) => Promise<Response | undefined>
type RouteAt = readonly [method: 'GET' | 'POST', path: string, route: Route]

const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * The sign-in routes on Web APIs, beside the path of `redirectUri`: `GET sign-in`, `GET` of the redirect URI,
 * `POST sign-out`, `POST backchannel-logout`, `POST events`. The request's Host is never trusted.
 * @throws TypeError for settings that cannot work
 */
export function createSignInRoutes({
  cookieSecret,
  routes,
  ...settings
}: CountersignSettings & CookieSettings & { readonly routes?: SignInRoutes | undefined }): SignInRoutes {
  if (routes) return routes
  const redirectUri = new URL(checkSettings(settings).redirectUri)
  const countersign = createCountersign(settings)
  const pathOf = (name: string) => new URL(name, redirectUri).pathname
  const { begin, finish } = flowRoutes({
    redirectUri,
    cookieSecret,
    signInPath: pathOf('sign-in'),
    begin: async (_visit, url) => ({
      ...(await countersign.beginSignIn(readAsked(url.searchParams))),
      returnTo: url.searchParams.get('returnTo'),
    }),
    finish: async (url, flow) => countersign.finishSignIn(url, flow),
  })
  return routesOf(redirectUri.origin, [
    ['GET', pathOf('sign-in'), begin],
    ['GET', redirectUri.pathname, finish],
    ['POST', pathOf('sign-out'), signOut],
    ['POST', pathOf('backchannel-logout'), backchannelLogoutRoute(countersign)],
    ['POST', pathOf('events'), eventsRoute(countersign)],
  ])
}

export function routesOf(origin: string, all: readonly RouteAt[]): SignInRoutes {
  const routes = new Map(all.map(([method, path, route]) => [`${method} ${path}`, route]))
  return {
    origin,
    all,
    handles: (method, pathname) => routes.has(`${method} ${pathname}`),
    answer: async (visit) => {
      const { pathname, search } = new URL(visit.request.url)
      return routes.get(`${visit.request.method} ${pathname}`)?.(visit, new URL(pathname + search, origin))
    },
  }
}

type Begun = { readonly url: string; readonly flow: SignInFlow; readonly returnTo: string | null }

type Flows = CookieSettings & {
  readonly redirectUri: URL
  readonly signInPath?: string
  readonly begin: (visit: Visit, url: URL) => Promise<Begun>
  readonly finish: (url: URL, flow: SignInFlow | undefined) => Promise<CompletedSignIn>
}

/** Begin and finish a sign-in, whose flow is in a cookie meanwhile. */
export function flowRoutes({ redirectUri, cookieSecret, signInPath, ...flows }: Flows) {
  const cookies = createFlowCookies({ cookieSecret, isSecure: redirectUri.protocol === 'https:' })
  const failed = async (visit: Visit, error: unknown): Promise<Response> => {
    if (!(error instanceof SignInError)) throw error
    return (await visit.onError(error)) ?? refuse(error, visit.request, { signInPath, redirectUri })
  }
  const begin: Route = async (visit, url) => {
    try {
      const { url: location, flow, returnTo } = await flows.begin(visit, url)
      const returnPath = readReturnPath(returnTo, redirectUri.origin)
      const set = await cookies.begin({ flow, returnPath }, visit.request.headers.get('cookie'))
      for (const cookie of set) visit.setCookie(cookie)
      return redirect(location)
    } catch (error) {
      return failed(visit, error)
    }
  }
  const finish: Route = async (visit, url) => {
    const state = url.searchParams.get('state') ?? ''
    const attempt = await cookies.find(state, visit.request.headers.get('cookie'))
    // Also after a failure: a code works once.
    if (attempt) visit.setCookie(await cookies.end(state))
    const finished = await orError(flows.finish(url, attempt?.flow))
    if (finished instanceof SignInError) return failed(visit, finished)
    return (await visit.onSignIn(finished)) ?? redirect(attempt?.returnPath ?? '/')
  }
  return { begin, finish }
}

/** For a stronger or newer sign-in. Anyone can leave it out: `onSignIn` is told how and when the user signed in. */
function readAsked(query: URLSearchParams): SignInOptions {
  const acrValues = query.get('acr_values')?.split(' ').filter(Boolean)
  const maxAge = query.get('max_age') ?? ''
  return { acrValues, ...(/^\d{1,9}$/.test(maxAge) && { maxAgeSeconds: Number(maxAge) }) }
}

/** Returns the error, so that errors of the app's own handler stay apart. */
async function orError(finishing: Promise<CompletedSignIn>): Promise<CompletedSignIn | SignInError> {
  try {
    return await finishing
  } catch (error) {
    if (error instanceof SignInError) return error
    throw error
  }
}

/** Refuses requests from other sites (CSRF). */
export async function signOut(visit: Visit, url: URL): Promise<Response> {
  if (!isOfOwnSite(visit.request, url.origin)) {
    return new Response('This page belongs to another site.', { status: 403 })
  }
  return (await visit.onSignOut()) ?? redirect('/')
}

export function isOfOwnSite({ headers }: Request, own: string): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')]
  return site === null ? origin === null || origin === own : OWN_SITE.has(site)
}

const NO_STORE = { 'cache-control': 'no-store' }

/** Called by the provider with a signed token (OpenID Connect Back-Channel Logout 1.0 §2.7, §2.8). */
function backchannelLogoutRoute(countersign: Countersign): Route {
  return async ({ onBackchannelLogout, readBody }) => {
    if (!onBackchannelLogout) return undefined
    try {
      const form = new URLSearchParams(await readBody())
      const signedOut = await countersign.readLogoutToken(form.get('logout_token') ?? '')
      return (await onBackchannelLogout(signedOut)) ?? new Response(null, { status: 200, headers: NO_STORE })
    } catch (error) {
      return refuseToken(error, (description) => ({ error: 'invalid_request', error_description: description }))
    }
  }
}

/** Push delivery of security event tokens (RFC 8935 §2). */
function eventsRoute(countersign: Countersign): Route {
  return async ({ onDataChanged, readBody }) => {
    if (!onDataChanged) return undefined
    try {
      const changed = await countersign.readEvent((await readBody()).trim())
      return (await onDataChanged(changed)) ?? new Response(null, { status: 202, headers: NO_STORE })
    } catch (error) {
      return refuseToken(error, (description) => ({ err: 'invalid_request', description }))
    }
  }
}

function refuseToken(error: unknown, describe: (description: string) => object): Response {
  if (!(error instanceof SignInError)) throw error
  const status = error.advice === 'try_later' ? 503 : 400
  return Response.json(describe(error.message), { status, headers: NO_STORE })
}

/** `303`: the browser follows with GET. */
function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}
