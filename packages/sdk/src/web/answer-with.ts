import { readText } from './node-request.ts'
import type { SignInRoutes, SignInSettings } from './sign-in-routes.ts'

type Answer = Response | void | Promise<Response | void>

/** Answers a request where handlers answer as Web APIs do. */
export async function answerWith<Context extends readonly unknown[]>(
  routes: SignInRoutes,
  settings: SignInSettings<Context, Answer>,
  request: Request,
  context: Context,
): Promise<Response | undefined> {
  const cookies: string[] = []
  const { onBackchannelLogout } = settings
  const response = await routes.answer({
    request,
    setCookie: (cookie) => void cookies.push(cookie),
    onSignIn: async (signIn) => (await settings.onSignIn(signIn, ...context)) ?? undefined,
    onError: async (error) => (await settings.onError?.(error, ...context)) ?? undefined,
    onSignOut: async () => (await settings.onSignOut?.(...context)) ?? undefined,
    onBackchannelLogout:
      onBackchannelLogout &&
      (async (signedOut) => {
        await onBackchannelLogout(signedOut, ...context)
        return undefined
      }),
    readForm: async () => new URLSearchParams(await readText(request.body ?? [])),
  })
  if (!response || cookies.length === 0) return response
  // Those of a redirect cannot be changed (Fetch §5.5).
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
