/** Sign in with Countersign, for Express 4 and 5: `app.use(countersign({ … }))`. */
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import { handlersOf, readText, SENT, toWebRequest } from './web/adapter.ts'
import { createSignInRoutes, type SignInSettings } from './web/sign-in-routes.ts'

export type ExpressSettings = SignInSettings<[request: ExpressRequest, response: ExpressResponse], unknown>

/** `GET /sign-in`, `GET /callback`, `POST /sign-out`, `/backchannel-logout` and `/events`, beside the path of `redirectUri`. */
export function countersign(settings: ExpressSettings): RequestHandler {
  const routes = createSignInRoutes(settings)

  const answer = async (req: ExpressRequest, res: ExpressResponse): Promise<Response | undefined> => {
    const request = toWebRequest(req, req.originalUrl, routes)
    if (!request) return undefined
    return routes.answer({
      request,
      setCookie: (cookie) => void res.append('set-cookie', cookie),
      ...handlersOf(settings, [req, res], async (handled) => {
        await handled
        return res.headersSent ? SENT : undefined
      }),
      readBody: () => readBody(req),
    })
  }
  return async (req, res, next) => {
    let response: Response | undefined
    try {
      response = await answer(req, res)
      if (response) await send(response, res)
    } catch (error) {
      // Express 4 does not wait for a promise.
      return next(error)
    }
    return response ? undefined : next()
  }
}

/** Uses the body that a parser has read. `express.json` of Express 4 leaves an empty object where it read nothing. */
async function readBody(req: ExpressRequest): Promise<string> {
  const body: unknown = req.body
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  const fields = Object.entries(Object(body)).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  if (fields.length > 0) return new URLSearchParams(fields).toString()
  return req.readableEnded ? '' : readText(req)
}

async function send(response: Response, res: ExpressResponse): Promise<void> {
  if (response === SENT) return
  const body = await response.text()
  res.status(response.status)
  for (const [name, value] of response.headers) res.set(name, value)
  res.send(body)
}
