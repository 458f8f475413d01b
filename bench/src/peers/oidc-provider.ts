import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CALLBACK_URI } from '../countersign/flow.ts'
import { createHttpClient } from '../load/http-client.ts'
import { startServerProcess } from '../measure/server-process.ts'
import { pathOf } from './browser.ts'
import { installOnce, run } from './install-once.ts'
import type { Peer } from './peer.ts'

const VERSION = '9.13.3'
const PROGRAM = new URL('oidc-provider-server.ts', import.meta.url)

export const oidcProvider: Peer = {
  title: `node-oidc-provider ${VERSION}`,
  install: () =>
    installOnce(`oidc-provider-${VERSION}`, async (folder) => {
      writeFileSync(join(folder, 'package.json'), '{ "private": true }')
      await run('npm', ['install', '--prefix', '.', '--no-audit', '--no-fund', `oidc-provider@${VERSION}`], {
        cwd: folder,
      })
    }),
  start: async (folder, database) => {
    const server = await startServerProcess(PROGRAM, {
      ...database.envOf('oidc-provider'),
      MODULE: pathToFileURL(join(folder, 'node_modules/oidc-provider/lib/index.js')).href,
      CLIENT_SECRET: randomBytes(32).toString('base64url'),
    })
    return {
      process: server,
      client: createHttpClient(server.listening.url),
      paths: { authorize: '/auth', token: '/token', introspect: '/token/introspection' },
      scope: 'openid email profile offline_access',
      app: server.listening,
      approve: async (browser, path, person) => {
        let { location, text } = await browser({ method: 'GET', path })
        while (location && !location.startsWith(CALLBACK_URI)) {
          const next = pathOf(location)
          const answer = await browser({ method: 'GET', path: next })
          const [, prompt] = /data-prompt="(\w+)"/.exec(answer.text) ?? []
          const sent = prompt && { method: 'POST' as const, path: next, body: new URLSearchParams({ prompt, person }) }
          ;({ location, text } = sent ? await browser(sent) : answer)
        }
        if (!location) throw new Error(text)
        return location
      },
    }
  },
}
