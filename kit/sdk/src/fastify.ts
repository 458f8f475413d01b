/** Sign in with Countersign, for Fastify 5: `app.register(countersign, { … })`. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { handlersOf, SENT, toWebRequest } from './web/adapter.ts'
import { createSignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

export type FastifySettings = SignInSettings<[request: FastifyRequest, reply: FastifyReply], unknown>

/** `GET /sign-in`, `GET /callback`, `POST /sign-out`, `/backchannel-logout` and `/events`, beside the path of `redirectUri`. */
export const countersign: FastifyPluginAsync<FastifySettings> = async (app, settings) => {
  const routes = createSignInRoutes(settings)

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const webRequest = toWebRequest(request, request.url, routes)
    const response =
      webRequest &&
      (await routes.answer({
        request: webRequest,
        setCookie: (cookie) => void reply.header('set-cookie', cookie),
        ...handlersOf(settings, [request, reply], async (handled) => {
          await handled
          return reply.sent ? SENT : undefined
        }),
        readBody: async () => (typeof request.body === 'string' ? request.body : ''),
      }))
    if (!response) return reply.callNotFound()
    return response === SENT ? reply : reply.send(response)
  }
  // Fastify scopes these parsers to this plugin.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  for (const [method, path] of routes.all) app.route({ method, url: patternOf(path), handler: answer })
}

/** Fastify matches decoded paths, reads `:` as a parameter (`::` escapes it), and can escape `*` only as a parameter. */
function patternOf(path: string): string {
  let stars = 0
  return decodeURI(path)
    .replaceAll(':', '::')
    .replaceAll('*', () => `:star${(stars += 1)}(\\*)`)
}
