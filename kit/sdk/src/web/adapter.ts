import type { IncomingHttpHeaders } from 'node:http'
import type { SignInRoutes, SignInSettings, Visit } from './sign-in-routes.ts'

/** An answer of a handler on Web APIs. */
export type WebAnswer = Response | void | Promise<Response | void>

type NodeRequest = { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders }

/** Stands for an answer that a handler has sent itself. */
export const SENT = new Response(null)

const MAX_BODY_CHARACTERS = 65_536

/** The app's handlers as the routes call them, with their settings as `this`; `toResponse` returns nothing if the handler left the answer to the SDK. */
export function handlersOf<Context extends readonly unknown[], Answer>(
  settings: SignInSettings<Context, Answer>,
  context: Context,
  toResponse: (answer: Answer | undefined) => Promise<Response | undefined>,
): Pick<Visit, 'onSignIn' | 'onError' | 'onSignOut' | 'onBackchannelLogout' | 'onDataChanged'> {
  return {
    onSignIn: async (signIn) => toResponse(settings.onSignIn(signIn, ...context)),
    onError: async (error) => toResponse(settings.onError?.(error, ...context)),
    onSignOut: async () => toResponse(settings.onSignOut?.(...context)),
    onBackchannelLogout:
      settings.onBackchannelLogout &&
      (async (signedOut) => {
        await settings.onBackchannelLogout?.(signedOut, ...context)
        return toResponse(undefined)
      }),
    onDataChanged:
      settings.onDataChanged &&
      (async (changed) => {
        await settings.onDataChanged?.(changed, ...context)
        return toResponse(undefined)
      }),
  }
}

/** Answers a request where handlers return Web responses. */
export async function answerWith<Context extends readonly unknown[]>(
  routes: SignInRoutes,
  settings: SignInSettings<Context, WebAnswer>,
  request: Request,
  context: Context,
): Promise<Response | undefined> {
  const cookies: string[] = []
  const response = await routes.answer({
    request,
    setCookie: (cookie) => void cookies.push(cookie),
    ...handlersOf(settings, context, async (answer) => (await answer) ?? undefined),
    readBody: async () => readText(request.body ?? []),
  })
  if (!response || cookies.length === 0) return response
  // The headers of a redirect are immutable (Fetch §5.5).
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

/** Without its body. Undefined for any other route: `Request` cannot represent TRACE, or an address with a password. */
export function toWebRequest(
  { method = 'GET', headers }: NodeRequest,
  path: string,
  { origin, handles }: SignInRoutes,
): Request | undefined {
  if (!URL.canParse(path, origin)) return undefined
  const { pathname, search } = new URL(path, origin)
  if (!handles(method, pathname)) return undefined
  const init = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) init.set(name, [value].flat().join(', '))
  return new Request(new URL(pathname + search, origin), { method, headers: init })
}

/** @throws RangeError for a body over the limit */
export async function readText(request: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_BODY_CHARACTERS) throw new RangeError('The body of the request is too large.')
  }
  return text
}
