/** Sign in with Countersign, for Hono, wherever it runs: `app.use(countersign({ … }))`. */
import type { Context, MiddlewareHandler } from 'hono'
import { answerWith } from './web/answer-with.ts'
import { createSignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

type Answer = Response | void | Promise<Response | void>
export type HonoSettings = SignInSettings<[context: Context], Answer>

/**
 * The routes of a sign-in beside the path of `redirectUri`: `GET /sign-in`, `GET /callback`, `POST /sign-out`,
 * `POST /backchannel-logout`.
 * @throws TypeError for settings that cannot work
 */
export function countersign(settings: HonoSettings): MiddlewareHandler {
  const routes = createSignInRoutes(settings)
  return async (context, next) => {
    const response = await answerWith(routes, settings, context.req.raw, [context])
    if (!response) return next()
    // Through the context, so that what a handler has set there comes along.
    return context.newResponse(response.body, response)
  }
}
