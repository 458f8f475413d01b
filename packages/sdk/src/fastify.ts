/** Sign in with Countersign, for Fastify 5: `app.register(countersign, { … })`. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { toWebRequest } from './web/node-request.ts'
import { createSignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

export type FastifySettings = SignInSettings<[request: FastifyRequest, reply: FastifyReply], unknown>

/** Stands for what a handler has sent itself. */
const SENT = new Response(null)

/**
 * The routes of a sign-in beside the path of `redirectUri`: `GET /sign-in`, `GET /callback`, `POST /sign-out`,
 * `POST /backchannel-logout`.
 * @throws TypeError for settings that cannot work
 */
export const countersign: FastifyPluginAsync<FastifySettings> = async (app, settings) => {
  const routes = createSignInRoutes(settings)
  const { onBackchannelLogout } = settings

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const webRequest = toWebRequest(request, request.url, routes)
    const ask = async (handler: unknown) => {
      await handler
      return reply.sent ? SENT : undefined
    }
    const response =
      webRequest &&
      (await routes.answer({
        request: webRequest,
        setCookie: (cookie) => void reply.header('set-cookie', cookie),
        onSignIn: (signIn) => ask(settings.onSignIn(signIn, request, reply)),
        onError: (error) => ask(settings.onError?.(error, request, reply)),
        onSignOut: () => ask(settings.onSignOut?.(request, reply)),
        onBackchannelLogout:
          onBackchannelLogout && (async (signedOut) => ask(onBackchannelLogout(signedOut, request, reply))),
        readForm: async () => new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
      }))
    if (!response) return reply.callNotFound()
    return response === SENT ? reply : reply.send(response)
  }
  // In this plugin alone, which Fastify keeps apart: in the rest of the app forms are what they were.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const { signIn, callback, signOut, backchannelLogout } = routes.paths
  for (const path of [signIn, callback]) app.get(patternOf(path), answer)
  for (const path of [signOut, backchannelLogout]) app.post(patternOf(path), answer)
}

/** Fastify compares paths decoded, and takes what follows a colon for a parameter. A star has no other escape than a parameter. */
function patternOf(path: string): string {
  let stars = 0
  return decodeURI(path)
    .replaceAll(':', '::')
    .replaceAll('*', () => `:star${(stars += 1)}(\\*)`)
}
