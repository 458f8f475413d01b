import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { OutboundPolicy } from '@countersign/service/network'
import { TEST_CERTIFICATE, TEST_HOST, TEST_PRIVATE_KEY } from '@countersign/testing'

export const LOOPBACK = '127.0.0.1'
/** A host name that must not be reachable from the internet. */
export const INSIDE_HOST = 'inside.example'

/** A server that stands for the internet: every host but one leads to it. */
export async function startInternet(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, answer)
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
  return { host: `${TEST_HOST}:${port}`, port, outbound, close }
}
