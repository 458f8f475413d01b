import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { freePort, listenLocally, TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '@countersign/testing'
import { ADMIN_TOKEN } from '../support/console.ts'
import type { Demo } from '../support/demo.ts'

const HOST = 'page-and-spine.example'
const PROGRAM = join(import.meta.dirname, '../../kit/examples/relying-app/src/main.ts')

/** The demo's shop once more, at an address as shops have it, so that pages name that and no port of this machine. */
export async function hostShop(demo: Demo) {
  const url = `https://${HOST}`
  const PORT = String(await freePort())
  // Countersign resolves no such host: it tells the shop of changes on this machine.
  await allowShop(demo, { redirectUri: `${url}/callback`, eventsUri: `http://127.0.0.1:${PORT}/events` })
  const shop = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      ISSUER: demo.url,
      CLIENT_ID: demo.clientId,
      CLIENT_SECRET: demo.clientSecret,
      CLAIMS_KEY_FILE: demo.claimsKeyFile,
      UNIVERSITY: demo.universityUrl,
      APP_URL: url,
      PORT,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(shop.stdout, 'data')
  const proxy = createServer({ key: TEST_PRIVATE_KEY, cert: TEST_CERTIFICATE }, (asked, answer) => {
    const { method, url: path, headers } = asked
    const passed = request({ host: 'localhost', port: PORT, method, path, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    asked.pipe(passed)
  })
  const hosts = { [HOST]: `127.0.0.1:${await listenLocally(proxy)}` }
  const close = async (): Promise<void> => {
    shop.kill()
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
  return { url, hosts, close }
}

type Addresses = { readonly redirectUri: string; readonly eventsUri: string }

async function allowShop({ url, appUrl, clientId }: Demo, { redirectUri, eventsUri }: Addresses): Promise<void> {
  const answer = await fetch(`${url}/api/admin/clients/${clientId}/`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [`${appUrl}/callback`, redirectUri], events_uri: eventsUri }),
  })
  if (!answer.ok) throw new Error(`The shop cannot be registered: ${await answer.text()}`)
}
