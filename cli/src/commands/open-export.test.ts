import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'
import { createLogger } from '@countersign/service/telemetry'
import { copyEmptyDatabase, newDevice } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../server.ts'

const PROGRAM = fileURLToPath(new URL('../main.ts', import.meta.url))
const COPY = 'vault-locked.json'
const OTHER_KEY = '0000-0000-0000-0000-0000-0000-0000-0000-JH5J'

/** No connection can be opened, and no name be looked up: a process that tries ends. */
const OFFLINE = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns'
  import net from 'node:net'
  const refuse = () => process.exit(99)
  net.Socket.prototype.connect = refuse
  dns.lookup = refuse`)}`

const folder = mkdtempSync(join(tmpdir(), 'countersign-open-export-'))
let recoveryKey: string

/** Somebody had an account; the server that they had it on is gone. */
beforeAll(async () => {
  const env = {
    PORT: '0',
    DATA_DIR: copyEmptyDatabase(join(folder, 'data')),
    INTERNAL_SERVICE_TOKEN: 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB',
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
  }
  const logger = createLogger({ level: 'silent' })
  const server = await startServer({ env, logger, components: ['provider', 'core'] })
  const device = newDevice({ url: server.url, origin: server.url })
  const [login, password] = ['ada', 'Analytical-Engine-1843']
  await device.createAccount({ login, password })
  recoveryKey = (await device.showRecoveryKey({})).recoveryKey
  await device.saveProfile({ values: { name: 'Ada Lovelace', email: 'ada@example.org' } })
  writeFileSync(join(folder, COPY), (await device.exportSealed({})).text)
  await device.signOut({})
  await server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(parameters: readonly string[], typed: string, program: readonly string[] = [PROGRAM]) {
  return new Promise<{ code: number; said: string; complaint: string }>((resolve) => {
    const env = { ...process.env, INIT_CWD: folder, DATA_DIR: '/nowhere/countersign', DATABASE_URL: '' }
    const child = execFile(
      process.execPath,
      ['--import', OFFLINE, ...program, ...parameters],
      { env },
      (error, said, complaint) => resolve({ code: error ? Number(error.code) : 0, said, complaint }),
    )
    child.stdin?.end(typed)
  })
}

describe('countersign open-export', { timeout: 60_000 }, () => {
  test('opens a locked copy with the recovery key alone, without a network', async () => {
    expect(await run(['-e', "fetch('http://localhost:54321')"], '', [])).toHaveProperty('code', 99)
    const { code, said, complaint } = await run(['open-export', COPY], `${recoveryKey.toLowerCase()}\n`)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    const { format, items } = JSON.parse(said)
    expect(format).toBe('countersign-vault')
    expect(items).toHaveLength(2)
    expect(items).toContainEqual(expect.objectContaining({ name: 'email', value: 'ada@example.org' }))
  })

  test('writes what is in it to a new file that only its owner can read, and never over another', async () => {
    const open = ['open-export', COPY, '--out', 'vault.json']
    expect(await run(open, recoveryKey)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/vault\.json: 2 entries, as they were on \d{4}-.*not encrypted/),
    })
    const path = join(folder, 'vault.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const written = readFileSync(path, 'utf8')
    expect(written).toContain('Ada Lovelace')
    expect(await run(open, recoveryKey)).toMatchObject({ code: 1, complaint: expect.stringContaining('there already') })
    expect(readFileSync(path, 'utf8')).toBe(written)
  })

  test('says that a file is something else before it asks for the key', async () => {
    writeFileSync(join(folder, 'list.json'), '{"format":"shopping"}')
    const [withKey, without] = [
      await run(['open-export', 'list.json'], recoveryKey),
      await run(['open-export', 'list.json'], ''),
    ]
    expect(without.code).toBe(1)
    expect(without.complaint).toBe(withKey.complaint)
    expect((await run(['open-export', COPY], '')).complaint).not.toBe(without.complaint)
  })

  test.each([
    ['another key', COPY, () => OTHER_KEY],
    ['a typing error', COPY, () => recoveryKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['no key', COPY, () => ''],
    ['a file that is not there', 'nothing.json', () => recoveryKey],
    ['a file that is something else', 'list.json', () => recoveryKey],
  ])('answers %s in a sentence, and shows nothing', async (_case, file, key) => {
    writeFileSync(join(folder, 'list.json'), '{"format":"shopping"}')
    const { code, said, complaint } = await run(['open-export', file], key())
    expect({ code, said }).toEqual({ code: 1, said: '' })
    expect(complaint).toMatch(/^[A-Z][^\n]*\.\n$|^nothing\.json [^\n]*\.\n$/)
    expect(complaint).not.toContain('--verbose')
  })
})
