/** Sign in with Countersign, for Hono, wherever it runs: `app.use(countersign({ … }))`. */
import type { Context, MiddlewareHandler } from 'hono'
import { answerWith, type WebAnswer } from './web/adapter.ts'
import { createSignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

export type HonoSettings = SignInSettings<[context: Context], WebAnswer>

/** `GET /sign-in`, `GET /callback`, `POST /sign-out`, `/backchannel-logout` and `/events`, beside the path of `redirectUri`. */
export function countersign(settings: HonoSettings): MiddlewareHandler {
  const routes = createSignInRoutes(settings)
  return async (context, next) => {
    const response = await answerWith(routes, settings, context.req.raw, [context])
    if (!response) return next()
    // Through the context, to keep headers that a handler set there.
    return context.newResponse(response.body, response)
  }
}
