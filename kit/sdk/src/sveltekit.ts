/** Sign in with Countersign, for SvelteKit: `export const { GET, POST } = countersign<RequestEvent>(() => ({ … }))`. */
import type { WebAnswer } from './web/adapter.ts'
import { createRouteHandler } from './web/route-handlers.ts'
import type { SignInSettings } from './web/sign-in-routes.ts'

/** `Event` is SvelteKit's `RequestEvent`, with the cookies in it. */
export type SvelteKitSettings<Event extends { readonly request: Request }> = SignInSettings<[event: Event], WebAnswer>

/**
 * Handlers for `src/routes/auth/[step]/+server.ts`, where `redirectUri` ends in `/auth/callback`: `GET /auth/sign-in`,
 * `GET /auth/callback`, `POST /auth/sign-out`, `POST /auth/backchannel-logout`, `POST /auth/events`. The settings are read on the first request,
 * because `vite build` loads every route without secrets.
 */
export function countersign<Event extends { readonly request: Request }>(
  settings: () => SvelteKitSettings<Event> | Promise<SvelteKitSettings<Event>>,
): Readonly<Record<'GET' | 'POST', (event: Event) => Promise<Response>>> {
  const answer = createRouteHandler(settings)
  const handler = async (event: Event) => answer(event.request, [event])
  return { GET: handler, POST: handler }
}
