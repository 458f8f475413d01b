// Long: the packed program makes its database, which takes seconds.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { arePagesStale, buildPages } from '@countersign/console'
import { createServerDatabase, freePort, temporaryFolder } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { buildProgram } from './build-program.ts'
import { runIn, startIn } from './programs.ts'

const folder = temporaryFolder()

let program = ''

beforeAll(async () => {
  if (arePagesStale()) await buildPages()
  program = join(await buildProgram(folder), 'operate/cli/src/main.js')
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await runIn(folder, process.execPath, program, 'secrets', '--out', 'countersign.env')
}, 120_000)

/** Starts `serve`, and returns the most memory that it had until it was ready, in MiB. */
async function measureStart(database: Readonly<Record<string, string>>): Promise<number> {
  const command = [process.execPath, '--env-file=countersign.env', program, 'serve']
  const port = String(await freePort())
  const env = { BASE_URL: `http://localhost:${port}`, PORT: port, TRUSTED_PROXIES: 'none', ...database }
  const server = await startIn(folder, command, { env, until: '"event":"listening"' })
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  expect(await server.stop()).toBe(0)
  return Number(kilobytes) / 1024
}

// As docs/guides/run/small-server.md says.
describe.skipIf(!existsSync('/proc/self/status'))('packed serve starts (needs /proc)', () => {
  test('with the embedded database within 640 MiB the first time, within 320 MiB later', async () => {
    expect(await measureStart({ DATA_DIR: 'data' })).toBeLessThan(640)
    expect(await measureStart({ DATA_DIR: 'data' })).toBeLessThan(320)
  }, 300_000)

  test('with PostgreSQL within 200 MiB', async () => {
    const { url, drop } = await createServerDatabase()
    expect(await measureStart({ DATABASE_URL: url })).toBeLessThan(200)
    await drop()
  }, 300_000)
})
