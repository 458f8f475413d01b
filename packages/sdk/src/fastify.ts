/** Sign in with Countersign, for Fastify 5: `app.register(countersign, { … })`. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { toWebRequest } from './web/node-request.ts'
import { createSignInRoutes, pathsBeside, type SignInSettings } from './web/sign-in-routes.ts'

export type FastifySettings = SignInSettings<[request: FastifyRequest, reply: FastifyReply], unknown>

/** Stands for what a handler has sent itself. */
const SENT = new Response(null)

/**
 * The routes of a sign-in beside the path of `redirectUri`: `GET /sign-in`, `GET /callback`, `POST /sign-out`.
 * @throws TypeError for settings that cannot work
 */
export const countersign: FastifyPluginAsync<FastifySettings> = async (app, settings) => {
  const routes = createSignInRoutes(settings)
  const { origin } = new URL(settings.redirectUri)
  const paths = pathsBeside(settings.redirectUri)

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const webRequest = toWebRequest(request, request.url, origin)
    const ask = async (handler: unknown) => {
      await handler
      return reply.sent ? SENT : undefined
    }
    const response =
      webRequest &&
      (await routes({
        request: webRequest,
        setCookie: (cookie) => void reply.header('set-cookie', cookie),
        onSignIn: (signIn) => ask(settings.onSignIn(signIn, request, reply)),
        onError: (error) => ask(settings.onError?.(error, request, reply)),
        onSignOut: () => ask(settings.onSignOut?.(request, reply)),
      }))
    if (!response) return reply.callNotFound()
    return response === SENT ? reply : reply.send(response)
  }
  // A form may come with whatever it holds: nothing of it is read.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null))
  })
  app.get(paths.signIn, answer)
  app.get(paths.callback, answer)
  app.post(paths.signOut, answer)
}
