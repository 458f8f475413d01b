import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OutboundPolicy } from '@countersign/service/network'
import { TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from '@countersign/testing'

const LOOPBACK = '127.0.0.1'
/** A host name that must not be reachable from the internet. */
export const INSIDE_HOST = 'inside.example'

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
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (request, response) => {
    void receive(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve))
  const { port } = server.address() as AddressInfo
  const outbound: OutboundPolicy = {
    resolve: async (name) => [name === INSIDE_HOST ? '10.0.0.1' : LOOPBACK],
    isAllowed: (address) => address === LOOPBACK,
    certificateAuthority: TEST_CERTIFICATE,
  }
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return {
    received,
    answers,
    outbound,
    close,
    at: (path: string) => `https://${TEST_HOST}:${port}${path}`,
    receivedAt: (path: string) => received.filter((each) => each.path === path),
  }
}
