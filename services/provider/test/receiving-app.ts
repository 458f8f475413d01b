import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startInternet } from './test-internet.ts'

export type ReceivedNotice = {
  readonly path: string
  readonly type: string
  readonly body: string
  readonly logoutToken: string
}

/** Apps that receive notices, one path each, on a server that stands for the internet. */
export async function startReceivingApps() {
  const received: ReceivedNotice[] = []
  /** Answers by path, instead of 200. */
  const answers = new Map<string, (response: ServerResponse) => void>()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const body = await text(request)
    const type = `${request.method} ${request.headers['content-type']}`
    received.push({ path, type, body, logoutToken: new URLSearchParams(body).get('logout_token') ?? '' })
    const answer = answers.get(path) ?? (() => response.end())
    answer(response)
  }
  const internet = await startInternet((request, response) => void receive(request, response))
  return {
    ...internet,
    received,
    answers,
    at: (path: string) => `https://${internet.host}${path}`,
    receivedAt: (path: string) => received.filter((each) => each.path === path),
  }
}
