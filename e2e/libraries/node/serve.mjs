/** The pages around a library without a framework of its own. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

/** `signIn(session)` answers the URL of the request, `callback(url, session)` who signed in. */
export function serve({ signIn, callback }) {
  const sessions = new Map()
  const { REDIRECT_URI, PORT } = process.env
  const answer = async (request, response) => {
    const id = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID()
    const session = sessions.get(id) ?? {}
    sessions.set(id, session)
    const redirect = (location) => response.writeHead(302, { location, 'set-cookie': `session=${id}; HttpOnly` }).end()
    try {
      const url = new URL(request.url, REDIRECT_URI)
      if (url.pathname === '/sign-in') return redirect(String(await signIn(session)))
      if (url.pathname === '/') return response.end(greet(session.person))
      session.person = await callback(url, session)
      redirect('/')
    } catch (error) {
      process.stderr.write(`${error.stack}\n`)
      response.writeHead(500).end(String(error))
    }
  }
  createServer((request, response) => void answer(request, response)).listen(Number(PORT), 'localhost')
}

export function greet({ sub, name, email } = {}) {
  return sub ? `${name} <${email}>, known here as ${sub}` : 'Not signed in.'
}

/** For libraries that read no userinfo. */
export async function readUserinfo(accessToken) {
  const response = await fetch(`${process.env.ISSUER}/oauth/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return response.json()
}
