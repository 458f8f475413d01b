import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createServerDatabase, newDevice, temporaryFolder } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { PROGRAM, startQuietly } from '../../test/command-line.ts'
import { generateSecrets } from '../secrets.ts'
import { askSecretly } from './open-export.ts'

const COPY = 'vault-locked.json'
const OTHER_KEY = '0000-0000-0000-0000-0000-0000-0000-0000-JH5J'

/** Ends a process that connects or looks up a name. */
const OFFLINE = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns'
  import net from 'node:net'
  const refuse = () => process.exit(99)
  net.Socket.prototype.connect = refuse
  dns.lookup = refuse`)}`

const folder = temporaryFolder()
let recoveryKey: string

/** An account on a server that is gone. */
beforeAll(async () => {
  const database = await createServerDatabase()
  const server = await startQuietly({ DATABASE_URL: database.url, ...(await generateSecrets()) }, 'provider', 'core')
  const device = newDevice({ url: server.url, origin: server.url })
  const [login, password] = ['ada', 'Analytical-Engine-1843']
  await device.createAccount({ login, password })
  recoveryKey = (await device.showRecoveryKey({})).recoveryKey
  await device.saveProfile({ values: { name: 'Ada Lovelace', email: 'ada@example.org' } })
  writeFileSync(join(folder, COPY), (await device.exportSealed({})).text)
  await device.signOut({})
  await server.close()
  await database.drop()
})

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

describe('open-export:', { timeout: 60_000 }, () => {
  test('opens a locked copy with the recovery key alone, without a network', async () => {
    expect(await run(['-e', "fetch('http://localhost:54321')"], '', [])).toHaveProperty('code', 99)
    const { code, said, complaint } = await run(['open-export', COPY], `${recoveryKey.toLowerCase()}\n`)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    const { format, items } = JSON.parse(said)
    expect(format).toBe('countersign-vault')
    expect(items).toHaveLength(2)
    expect(items).toContainEqual(expect.objectContaining({ name: 'email', value: 'ada@example.org' }))
  })

  test('writes a new file that only its owner can read, never over another', async () => {
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

  test.each([
    ['another key', COPY, () => OTHER_KEY, ''],
    ['a typing error', COPY, () => recoveryKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'typing error'],
    ['no key', COPY, () => '', '9 groups of 4'],
    ['a file that is not there', 'nothing.json', () => recoveryKey, 'nothing.json cannot be read'],
    ['a file that is something else, before it asks for the key', 'list.json', () => '', 'not the export of a vault'],
  ])('answers %s in a sentence, and shows nothing', async (_case, file, key, words) => {
    writeFileSync(join(folder, 'list.json'), '{"format":"shopping"}')
    const { code, said, complaint } = await run(['open-export', file], key())
    expect({ code, said }).toEqual({ code: 1, said: '' })
    expect(complaint).toMatch(/^[A-Z][^\n]*\.\n$|^nothing\.json [^\n]*\.\n$/)
    expect(complaint).toContain(words)
    expect(complaint).not.toContain('--verbose')
  })
})

/** A terminal that records its raw mode, which hides typed text. */
function newTerminal() {
  const raw: boolean[] = []
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (isRaw: boolean) => void raw.push(isRaw) })
  return { input, shown: new PassThrough(), raw }
}

test('open-export: reads the key from the terminal without echo', async () => {
  const { input, shown, raw } = newTerminal()
  const answer = askSecretly('Key: ', input, shown)
  input.write('AB')
  input.write('X\u007FC\r')
  expect(await answer).toBe('ABC')
  shown.end()
  expect(await text(shown)).toBe('Key: \n')
  expect(raw).toEqual([true, false])
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('open-export: %s stops it and restores the echo of the terminal', async (_key, typed) => {
  const { input, shown, raw } = newTerminal()
  const answer = askSecretly('Key: ', input, shown)
  input.write(typed)
  await expect(answer).rejects.toThrow('Stopped.')
  expect(raw).toEqual([true, false])
})

test('open-export: reads the key from a pipe without a prompt', async () => {
  const { shown } = newTerminal()
  const input = new PassThrough()
  input.end('ABC\n')
  expect(await askSecretly('Key: ', input, shown)).toBe('ABC')
  expect(shown.readableLength).toBe(0)
})
