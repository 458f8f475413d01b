import { join } from 'node:path'
import { coreMigrations } from '@countersign/core'
import { providerMigrations, registerClient } from '@countersign/provider'
import { openDatabase } from '@countersign/service/sql'
import { createLyingProxy, createServerDatabase, freePort, passTo } from '@countersign/testing'
import { generateSecrets } from 'countersign/internal/secrets.ts'
import { APP_REDIRECT_URI } from './app-page.ts'
import { serve } from './serve.ts'
import type { Registered } from './start-flow.ts'
import { NO_LIMITS, type Served } from './system.ts'

/** A served provider and core that a test can kill, behind a proxy that says when. */
export async function startMortalSystem(...flags: string[]) {
  const PORT = String(await freePort())
  const proxy = createLyingProxy(passTo(`http://127.0.0.1:${PORT}`))
  const { port } = new URL(await proxy.app.listen({ port: 0, host: 'localhost' }))
  const url = `http://localhost:${port}`
  const { url: databaseUrl, drop } = await createServerDatabase(providerMigrations, coreMigrations)
  const { sql, close: closeDatabase } = await openDatabase({ databaseUrl })
  const env = { PORT, BASE_URL: url, TRUSTED_PROXIES: 'none', DATABASE_URL: databaseUrl, ...NO_LIMITS }
  const settings = { ...env, ...(await generateSecrets()) }
  const start = () => serve(join(import.meta.dirname, '..', '..'), ['provider', 'core'], settings, ...flags)
  let served = await start()
  const client = await registerClient(sql, {
    name: 'Demo App',
    redirectUris: [APP_REDIRECT_URI],
    scopes: [{ name: 'openid', reason: '', required: false }],
  })
  const system: Served & Registered = { providerUrl: url, coreUrl: url, webUrl: url, providerSql: sql, client }
  return {
    core: { url, issuer: url, origin: url, system },
    proxy,
    kill: () => served.kill(),
    restart: async () => void (served = await start()),
    output: () => served.output(),
    async close() {
      await served.stop()
      await proxy.app.close()
      await closeDatabase()
      await drop()
    },
  }
}
