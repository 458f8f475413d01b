import { once } from 'node:events'
import { connect } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort, listenLocally, TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '@countersign/testing'
import { createTestServer, type TestServer } from 'countersign/testing'

/** A test server behind TLS, whose certificate this process trusts until the server stops. */
export async function createTlsTestServer(): Promise<TestServer> {
  const port = await freePort()
  const proxy = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, (socket) => {
    const server = connect(port, 'localhost')
    for (const side of [socket, server]) side.on('error', () => [socket, server].forEach((end) => end.destroy()))
    socket.pipe(server).pipe(socket)
  })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, TEST_CERTIFICATE])
  const BASE_URL = `https://localhost:${await listenLocally(proxy)}`
  const server = await createTestServer({ settings: { BASE_URL, PORT: String(port) } })
  const stop = async () => {
    await server.stop()
    proxy.close()
    await once(proxy, 'close')
    setDefaultCACertificates(trusted)
  }
  return { ...server, stop, [Symbol.asyncDispose]: stop }
}
