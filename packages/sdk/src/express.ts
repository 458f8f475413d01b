/** Sign in with Countersign, for Express 4 and 5: `app.use(countersign({ … }))`. */
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { toWebRequest } from './web/node-request.ts'
import { createSignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

export type ExpressSettings = SignInSettings<[request: ExpressRequest, response: ExpressResponse], unknown>

/** Stands for what a handler has sent itself. */
const SENT = new Response(null)

/**
 * The routes of a sign-in beside the path of `redirectUri`: `GET /sign-in`, `GET /callback`, `POST /sign-out`.
 * @throws TypeError for settings that cannot work
 */
export function countersign(settings: ExpressSettings): RequestHandler {
  const routes = createSignInRoutes(settings)
  const { origin } = new URL(settings.redirectUri)

  const answer = async (req: ExpressRequest, res: ExpressResponse): Promise<Response | undefined> => {
    const request = toWebRequest(req, req.originalUrl, origin)
    if (!request) return undefined
    const ask = async (handler: unknown) => {
      await handler
      return res.headersSent ? SENT : undefined
    }
    return routes({
      request,
      setCookie: (cookie) => void res.append('set-cookie', cookie),
      onSignIn: (signIn) => ask(settings.onSignIn(signIn, req, res)),
      onError: (error) => ask(settings.onError?.(error, req, res)),
      onSignOut: () => ask(settings.onSignOut?.(req, res)),
    })
  }
  return (req, res, next) => {
    answer(req, res)
      .then((response) => (response ? send(response, res) : next()))
      .catch(next)
  }
}

async function send(response: Response, res: ExpressResponse): Promise<void> {
  if (response === SENT) return
  const body = await response.text()
  res.status(response.status)
  for (const [name, value] of response.headers) res.set(name, value)
  res.send(body)
}
