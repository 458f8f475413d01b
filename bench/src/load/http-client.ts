import { Agent, request } from 'node:http'

export type HttpAnswer = {
  readonly status: number
  readonly location: string
  readonly text: string
  readonly setCookies: readonly string[]
}

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly session?: string
  readonly cookie?: string
  readonly body?: object | URLSearchParams
}

export type HttpClient = { readonly send: (call: Call) => Promise<HttpAnswer>; readonly close: () => void }

/** A client over kept-alive connections, with little overhead. */
export function createHttpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const { hostname, port } = new URL(url)
  const send: HttpClient['send'] = ({ method, path, session, cookie, body }) =>
    new Promise((resolve, reject) => {
      const isForm = body instanceof URLSearchParams
      const payload = body && (isForm ? body.toString() : JSON.stringify(body))
      const headers = {
        ...(session && { authorization: `Bearer ${session}` }),
        ...(cookie && { cookie }),
        ...(payload && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      }
      const outgoing = request({ agent, hostname, port, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            text: Buffer.concat(chunks).toString('utf8'),
            setCookies: response.headers['set-cookie'] ?? [],
          }),
        )
        response.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(payload)
    })
  return { send, close: () => agent.destroy() }
}

/** @throws on another status or a missing field */
export function readJsonFields<Name extends string>(
  { status, text }: HttpAnswer,
  names: readonly Name[],
  expectedStatus = 200,
): Record<Name, string> {
  if (status !== expectedStatus) throw new Error(`Expected ${expectedStatus}, got ${status}: ${text}`)
  const answer: Record<Name, string> = JSON.parse(text)
  for (const name of names) if (typeof answer[name] !== 'string') throw new Error(`The answer has no ${name}.`)
  return answer
}
