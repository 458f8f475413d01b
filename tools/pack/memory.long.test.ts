// Long: the packed program makes its database, which takes seconds.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, temporaryFolder } from '@countersign/testing'
import { buildWeb, isWebStale } from '@countersign/web'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { buildProgram } from './build-program.ts'
import { runIn, startIn } from './programs.ts'

const folder = temporaryFolder()

/** Starts `serve` with the embedded database, and returns the most memory that it had until it was ready, in MiB. */
async function measureStart(program: string, env: Readonly<Record<string, string>>): Promise<number> {
  const command = [process.execPath, '--env-file=countersign.env', program, 'serve']
  const server = await startIn(folder, command, { env, until: '"event":"listening"' })
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  expect(await server.stop()).toBe(0)
  return Number(kilobytes) / 1024
}

// As docs/guides/run/small-server.md says.
test.skipIf(!existsSync('/proc/self/status'))(
  'packed serve, embedded database: starts within 640 MiB the first time, within 320 MiB later (needs /proc)',
  async () => {
    if (isWebStale()) await buildWeb()
    const program = join(await buildProgram(folder), 'cli/src/main.js')
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await runIn(folder, process.execPath, program, 'secrets', '--out', 'countersign.env')
    const port = String(await freePort())
    const env = { BASE_URL: `http://localhost:${port}`, PORT: port, TRUSTED_PROXIES: 'none', DATA_DIR: 'data' }
    expect(await measureStart(program, env)).toBeLessThan(640)
    expect(await measureStart(program, env)).toBeLessThan(320)
  },
  300_000,
)
