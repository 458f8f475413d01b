import { answerWith, type WebAnswer } from './adapter.ts'
import { createSignInRoutes, type SignInRoutes, type SignInSettings } from './sign-in-routes.ts'

/** Settings, read on the first request: a build loads every route without secrets. */
type ReadSettings<Context extends readonly unknown[]> = () =>
  | SignInSettings<Context, WebAnswer>
  | Promise<SignInSettings<Context, WebAnswer>>

/** Answers the requests of a route that a framework maps by itself, `auth/[step]`; 404 for a step that is not ours. */
export function createRouteHandler<Context extends readonly unknown[]>(
  settings: ReadSettings<Context>,
): (request: Request, context: Context) => Promise<Response> {
  let made: Promise<readonly [SignInRoutes, SignInSettings<Context, WebAnswer>]> | undefined
  const make = async () => {
    const own = await settings()
    return [createSignInRoutes(own), own] as const
  }
  return async (request, context) => {
    // A failure to read the settings is retried.
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const [routes, own] = await made
    return (await answerWith(routes, own, request, context)) ?? new Response('Not found.', { status: 404 })
  }
}
