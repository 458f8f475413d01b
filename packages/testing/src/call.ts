export type Call = (request: CallRequest) => Promise<CallResponse>

type CallRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export type CallResponse = {
  readonly status: number
  /** Empty if the answer is no JSON object. */
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

export function httpCaller(baseUrl: string): Call {
  return async ({ method, path, body, headers }) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
}

/** The body of an answer with this status; throws with the whole answer otherwise. */
export function expectStatus(status: number, response: CallResponse): Record<string, unknown> {
  if (response.status === status) return response.body
  throw new Error(`Expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`)
}
