/** Sign in with Countersign, for the app router of Next.js: `export const { GET, POST } = countersign(() => ({ … }))`. */
import type { WebAnswer } from './web/adapter.ts'
import { createRouteHandler } from './web/route-handlers.ts'
import type { SignInSettings } from './web/sign-in-routes.ts'

export type NextSettings = SignInSettings<[request: Request], WebAnswer>

type RouteHandler = (request: Request) => Promise<Response>

/**
 * Route handlers for `app/auth/[step]/route.ts`, where `redirectUri` ends in `/auth/callback`: `GET /auth/sign-in`,
 * `GET /auth/callback`, `POST /auth/sign-out`, `POST /auth/backchannel-logout`, `POST /auth/events`. The settings are read on the first request,
 * because `next build` loads every route without secrets.
 */
export function countersign(settings: () => NextSettings | Promise<NextSettings>): {
  readonly GET: RouteHandler
  readonly POST: RouteHandler
} {
  const answer = createRouteHandler(settings)
  const handler: RouteHandler = async (request) => answer(request, [request])
  return { GET: handler, POST: handler }
}
