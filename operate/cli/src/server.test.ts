import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { publicKeyOf } from '@countersign/core'
import {
  createServerDatabase,
  databaseForTest,
  freePort,
  listenLocally,
  newDevice,
  recordLog,
  startBeforeAll,
  temporaryFolder,
} from '@countersign/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { type Component, opaqueServerKeysOf } from './components.ts'
import { generateSecrets } from './secrets.ts'
import { type RunningServer, startServer } from './server.ts'
import { checkProductionRules } from './settings/production-rules.ts'
import { readServerSettings } from './settings/server-settings.ts'

const { KEY_ENCRYPTION_SECRET: _, ...secrets } = await generateSecrets()
const folder = temporaryFolder()
const running: RunningServer[] = []
const { logger, lines: log } = recordLog('warn')

afterEach(async () => {
  for (const server of running.splice(0).toReversed()) await server.close()
  log.length = 0
})

async function start(
  env: Readonly<Record<string, string>>,
  ...components: readonly Component[]
): Promise<RunningServer> {
  const server = await startServer({ env: { PORT: '0', ...secrets, ...env }, logger, components })
  running.push(server)
  return server
}

describe('served on one address', () => {
  const served = startBeforeAll(async () => {
    const { url, drop } = await createServerDatabase()
    const metricsAddress = `127.0.0.1:${await freePort()}`
    const settings = {
      DATABASE_URL: url,
      METRICS_ADDRESS: metricsAddress,
      DATA_TOKEN_SECRET: 'a shared secret of more than 32 characters',
    }
    const server = await start(settings, 'provider', 'core')
    // The tests below share it.
    running.pop()
    return { server, metricsAddress, warnings: [...log], close: drop }
  })

  test('there is one readiness answer', async () => {
    const ready = await fetch(`${served.server.url}/health/ready`)
    expect(await ready.json()).toEqual({
      status: 'ok',
      checks: { clock: 'ok', database: 'ok', keys: 'ok', rights: 'ok', schema: 'ok' },
    })
  })

  test('a shared data token secret is warned about in one line', () => {
    expect(served.warnings).toHaveLength(1)
    expect(served.warnings[0]).toContain('can also forge them')
  })

  describe('the address of the metrics', () => {
    test('is on an address of its own, and there alone', async () => {
      await fetch(`${served.server.url}/oauth/authorize?client_id=somebody`)
      expect((await fetch(`${served.server.url}/metrics`)).status).toBe(404)
      const answer = await fetch(`http://${served.metricsAddress}/metrics`)
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
      const text = await answer.text()
      expect(text).toMatch(
        /^countersign_refusals_total\{component="provider",route="\/oauth\/authorize",code="\w+"\} \d+$/m,
      )
      expect(text).toMatch(/^countersign_database_statement_duration_seconds_count \d+$/m)
      expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
      expect(text).not.toContain('somebody')
      expect((await fetch(`http://${served.metricsAddress}/`)).status).toBe(404)
      await served.server.close()
      await expect(fetch(`http://${served.metricsAddress}/metrics`)).rejects.toThrow('fetch failed')
    })
  })
})

describe('readiness', () => {
  /** Its own address: BASE_URL may name another. */
  const addressOf = ({ app }: RunningServer) => app.listeningOrigin
  const readinessOf = async (server: RunningServer) => {
    const answer = await fetch(`${addressOf(server)}/health/ready`)
    const { checks }: { checks: object } = JSON.parse(await answer.text())
    return [answer.status, checks]
  }

  test('of core is that of the provider too, where that runs apart', async () => {
    const url = await databaseForTest()
    const provider = await start({ DATABASE_URL: url }, 'provider')
    const core = await start({ DATABASE_URL: url, PROVIDER_URL: provider.url, BASE_URL: provider.url }, 'core')
    // Each serves its own endpoints only.
    expect((await fetch(`${provider.url}/api/session/`)).status).toBe(404)
    expect((await fetch(`${provider.url}/.well-known/jwks.json`)).status).toBe(200)
    expect(await readinessOf(core)).toEqual([
      200,
      { database: 'ok', clock: 'ok', rights: 'ok', schema: 'ok', provider: 'ok' },
    ])
    await running.shift()?.close()
    await expect
      .poll(() => readinessOf(core), { timeout: 5_000 })
      .toEqual([503, { database: 'ok', clock: 'ok', rights: 'ok', schema: 'ok', provider: 'unavailable' }])
    expect((await fetch(`${addressOf(core)}/health/live`)).status).toBe(200)
  })

  test('needs a database that can be written to, and that was brought up to date', async () => {
    const url = await databaseForTest()
    const server = await start({ DATABASE_URL: url }, 'provider')
    const sql = async (text: string) => server.database?.pool.query(text)
    await sql(`delete from provider.migrations where name = (select max(name) from provider.migrations)`)
    await sql(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    for (const client of await idleClients(server)) client.release(true)
    expect(await readinessOf(server)).toMatchObject([503, { database: 'unavailable', schema: 'unavailable' }])
  })

  test('needs keys that can be opened', async () => {
    const url = await databaseForTest()
    await start({ DATABASE_URL: url, KEY_ENCRYPTION_SECRET: 'k7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB' }, 'provider')
    await fetch(`${running[0]?.url}/health/ready`)
    await running.pop()?.close()
    const server = await start(
      { DATABASE_URL: url, KEY_ENCRYPTION_SECRET: 'w7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB' },
      'provider',
    )
    expect(await readinessOf(server)).toEqual([
      503,
      { database: 'ok', clock: 'ok', rights: 'ok', schema: 'ok', keys: 'unavailable' },
    ])
  })
})

/** All connections of the pool: settings of a database hold for new ones only. */
async function idleClients({ database }: RunningServer) {
  if (!database) throw new Error('It has no database.')
  const { pool } = database
  return Promise.all(Array.from({ length: pool.totalCount }, async () => pool.connect()))
}

const OPRF_TOKEN = 'v8Kd2Lq7Wm4Xp1Zs6Rt9Yb3Nc5Jf0Hg-uE'
const BY_OPRF = { OPAQUE_SERVER_SETUP: '', OPRF_URL: 'http://oprf', OPRF_TOKEN }

describe('the process that evaluates passwords for core', () => {
  test('runs by itself, without a database; core has no setup', async () => {
    const oprf = await start({ DATA_DIR: join(folder, 'oprf'), OPRF_TOKEN }, 'oprf')
    expect(oprf.database).toBeUndefined()
    expect((await fetch(`${oprf.url}/health/ready`)).status).toBe(200)

    const url = await databaseForTest()
    const core = await start({ DATABASE_URL: url, ...BY_OPRF, OPRF_URL: oprf.url }, 'core')
    const device = newDevice({ url: core.url, origin: core.url })
    await device.createAccount({ login: 'ada', password: 'violet kettle sleeps in orbit' })
    const again = newDevice({ url: core.url, origin: core.url })
    expect(await again.signIn({ login: 'ada', password: 'violet kettle sleeps in orbit' })).toHaveProperty('userId')
  })
})

describe('the keys that pages accept', () => {
  const named = 'a'.repeat(43)
  const own = publicKeyOf(secrets.OPAQUE_SERVER_SETUP)

  test.each<[string, Component[], object, string | Promise<string>]>([
    ['those of core next to it, so that a replaced one locks no one out', ['core', 'web'], {}, own],
    ['those that the operator names apart from core', ['web'], {}, named],
    ['those that the operator names next to a core without a setup', ['core', 'web'], BY_OPRF, named],
  ])('are %s', async (_which, components, changes, expected) => {
    const env = { PORT: '0', DATA_DIR: folder, ...secrets, ...changes, OPAQUE_SERVER_KEYS: named }
    expect(await opaqueServerKeysOf((await readServerSettings({ env, components })).configs)).toEqual([await expected])
  })
})

describe('a start is refused before anything is opened', () => {
  test('if pages beside a core without a setup take any key', async () => {
    const env = { PORT: '0', DATA_DIR: folder, BASE_URL: 'https://id.example', TRUSTED_PROXIES: 'none', ...secrets }
    const starting = startServer({ env: { ...env, ...BY_OPRF }, logger, rules: checkProductionRules })
    await expect(starting).rejects.toThrow('- OPAQUE_SERVER_KEYS is not set.')
  })

  test('if the port is taken, with another one to try', async () => {
    const other = createServer()
    const port = await listenLocally(other)
    const dataDirectory = join(folder, 'never')
    await expect(start({ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDirectory })).rejects.toThrow(
      `Port ${port} is taken by another program. Choose another: PORT=${port + 1}`,
    )
    expect(existsSync(dataDirectory)).toBe(false)
    other.close()
  })

  test('for all problems of every kind at once, without a value', async () => {
    const env = {
      HOST: 'localhost',
      PORT: '70000',
      TRUSTED_PROXIES: 'the proxy',
      BASE_URL: 'http://id.example/path',
      ...secrets,
      INTERNAL_SERVICE_TOKEN: 'q7Zt1Vw9Xy3Lm5',
      LOGIN_INDEX_KEY: '',
      OPAQUE_SERVER_SETUP: 'change-me-to-something',
    }
    const error = await startServer({ env, logger, rules: checkProductionRules }).catch((thrown: unknown) => thrown)
    const named = String(error)
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ')[3] ?? '')
    expect(named.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'BASE_URL',
      'BASE_URL',
      'INTERNAL_SERVICE_TOKEN',
      'LOGIN_INDEX_KEY',
      'OPAQUE_SERVER_SETUP',
      'OPAQUE_SERVER_SETUP',
      'PORT',
      'TRUSTED_PROXIES',
    ])
    for (const value of ['q7Zt', '70000', 'the proxy', 'id.example', 'something']) {
      expect(String(error)).not.toContain(value)
    }
  })
})
