import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startInternet } from './test-internet.ts'

export type ReceivedLogout = { readonly path: string; readonly type: string; readonly logoutToken: string }

/** Apps that receive logouts, one path each, on a server that stands for the internet. */
export async function startReceivingApps() {
  const received: ReceivedLogout[] = []
  /** Answers by path, instead of 200. */
  const answers = new Map<string, (response: ServerResponse) => void>()

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const form = new URLSearchParams(await text(request))
    const type = `${request.method} ${request.headers['content-type']}`
    received.push({ path, type, logoutToken: form.get('logout_token') ?? '' })
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
