/** Sign in with Countersign, for the app router of Next.js: `export const { GET, POST } = countersign(() => ({ … }))`. */
import { answerWith, type WebAnswer } from './web/adapter.ts'
import { createSignInRoutes, type SignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

export type NextSettings = SignInSettings<[request: Request], WebAnswer>

type RouteHandler = (request: Request) => Promise<Response>

/**
 * Route handlers for `app/auth/[step]/route.ts`, where `redirectUri` ends in `/auth/callback`: `GET /auth/sign-in`,
 * `GET /auth/callback`, `POST /auth/sign-out`, `POST /auth/backchannel-logout`. The settings are read on the first request,
 * because `next build` loads every route without secrets.
 */
export function countersign(settings: () => NextSettings | Promise<NextSettings>): {
  readonly GET: RouteHandler
  readonly POST: RouteHandler
} {
  let made: Promise<readonly [SignInRoutes, NextSettings]> | undefined
  const make = async () => {
    const own = await settings()
    return [createSignInRoutes(own), own] as const
  }
  const answer: RouteHandler = async (request) => {
    // A failure to read the settings is retried.
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const [routes, own] = await made
    return (await answerWith(routes, own, request, [request])) ?? new Response('Not found.', { status: 404 })
  }
  return { GET: answer, POST: answer }
}
