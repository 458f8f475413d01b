import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { INSTALLED_MANIFEST } from '@countersign/console'
import { readClientManifest } from '@countersign/contracts/client-manifest'
import { listenLocally, temporaryFolder } from '@countersign/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, run } from '../../test/run.ts'
import { newTestLog, writeLog } from '../../test/test-log.ts'
import { checkReleaseLog } from './check-release-log.ts'
import { readLog } from './read-log.ts'
import { rememberCheckpoint } from './remember-checkpoint.ts'

const { key, publish } = newTestLog()
const content = readFileSync(INSTALLED_MANIFEST)
const { version } = readClientManifest(JSON.parse(content.toString()))
const OURS = lineOf(`${version}/client-manifest.json`, content)
const OLDER = ['0.0.1', '0.0.2', '0.0.3'].map((each) => lineOf(`${each}/client-manifest.json`, each))
const RELEASED = [...OLDER, OURS]

function lineOf(path: string, file: string | Buffer): string {
  return `${hash('sha256', file)}  ${path}`
}

let files: ReadonlyMap<string, Buffer> = new Map()
const host = createServer(({ url = '' }, response) => {
  const file = files.get(url.replace('/log/', ''))
  response.writeHead(file ? 200 : 404).end(file)
})
const folder = temporaryFolder()
let address: string
let state: string

beforeAll(async () => {
  address = `http://127.0.0.1:${await listenLocally(host)}/log/`
})
beforeEach(() => {
  state = mkdtempSync(join(folder, 'state-'))
})
afterAll(() => void host.close())

/** No page is there: a refusal that does not name it came before it was asked. */
const PAGE = 'http://127.0.0.1:1'

async function verify(served: ReadonlyMap<string, Buffer>, log = address, logKey = key.text) {
  files = served
  return run([PAGE, '--log', log, '--log-key', logKey], { env: { XDG_STATE_HOME: state } })
}

const accepted = refusal(`${PAGE}/page-config.json did not answer`)

describe('a log of releases', () => {
  test('that lists the manifest is accepted, and tells what is new in it since the last look', async () => {
    const readFile = (path: string) => readFileSync(join(folder, path))
    const check = (served: ReadonlyMap<string, Buffer>) => {
      files = served
      const env = { XDG_STATE_HOME: state }
      return checkReleaseLog({ env, readFile }, { log: address, logKey: key.text }, { version, content })
    }
    expect(await check(publish(RELEASED))).toMatchObject({ origin: key.name, size: 4, news: undefined })
    expect(await check(publish(RELEASED))).toMatchObject({ size: 4, news: [] })
    const next = lineOf('9.0.0/client-manifest.json', 'next')
    expect(await check(publish([...RELEASED, next]))).toMatchObject({ size: 5, news: ['9.0.0/client-manifest.json'] })
  })

  test('may be a folder, and is the same log as its copy on a host', async () => {
    writeLog(join(folder, 'copy'), publish(OLDER))
    expect(await verify(publish(RELEASED))).toMatchObject(accepted)
    expect(await verify(new Map(), join(folder, 'copy'))).toMatchObject(refusal('went back from 4 entries to 3'))
  })

  test('that forks is refused, with both signatures as proof', async () => {
    expect(await verify(publish(RELEASED))).toMatchObject(accepted)
    const [remembered = ''] = readdirSync(join(state, 'countersign'))
    const before = readFileSync(join(state, 'countersign', remembered), 'utf8')
    const fork = publish([lineOf('0.0.1/client-manifest.json', 'another'), ...RELEASED.slice(1), OURS])
    const { complaint } = await verify(fork)
    expect(complaint).toContain('has two histories: its first 4 entries are not those seen before')
    expect(complaint).toContain(fork.get('checkpoint')?.toString())
    expect(complaint).toContain(remembered)
    expect(readFileSync(join(state, 'countersign', remembered), 'utf8')).toBe(before)
  })

  test('that has another entry at the same size is refused', async () => {
    expect(await verify(publish([...OLDER, OURS]))).toMatchObject(accepted)
    expect(await verify(publish([OURS, ...OLDER]))).toMatchObject(refusal('has two histories'))
  })

  test('that rolls back is refused, until it has caught up', async () => {
    expect(await verify(publish([...RELEASED, lineOf('9.0.0/client-manifest.json', 'bad')]))).toMatchObject(accepted)
    expect(await verify(publish(RELEASED))).toMatchObject(refusal('went back from 5 entries to 4'))
    expect(await verify(publish([...RELEASED, lineOf('9.0.0/SHA256SUMS', '')]))).toMatchObject(refusal('two histories'))
    expect(await verify(publish([...RELEASED, lineOf('9.0.0/client-manifest.json', 'bad')]))).toMatchObject(accepted)
  })

  test.each<[string, ReadonlyMap<string, Buffer>, string]>([
    ['omits the manifest', publish(OLDER), `does not list ${version}/client-manifest.json`],
    [
      'lists another manifest for its version',
      publish([...OLDER, lineOf(`${version}/client-manifest.json`, 'another')]),
      `lists another ${version}/client-manifest.json (${hash('sha256', 'another')})`,
    ],
    [
      'lists two manifests for its version',
      publish([...RELEASED, lineOf(`${version}/client-manifest.json`, 'another')]),
      `lists another ${version}/client-manifest.json`,
    ],
    [
      'lists the manifest for another version',
      publish([lineOf('0.0.1/client-manifest.json', content)]),
      'does not list',
    ],
    ['has an entry of another form', publish([...RELEASED, `${OURS} `]), 'names no file of a release'],
    [
      'leaves an entry out of its files',
      changed('tile/entries/000.p/4', publish(OLDER).get('tile/entries/000.p/3')),
      'cut off',
    ],
    [
      'serves other entries than it signed',
      changed('tile/entries/000.p/4', publish([OURS, ...OLDER]).get('tile/entries/000.p/4')),
      'not those of its checkpoint',
    ],
    ['withholds its entries', changed('tile/entries/000.p/4'), 'status 404: part of the log is missing'],
    ['withholds its checkpoint', changed('checkpoint'), 'checkpoint is answered with status 404'],
    ['is signed with another key', newTestLog().publish(RELEASED), 'is not signed with the key'],
    ['sends a page in place of its checkpoint', changed('checkpoint', Buffer.from('<html>')), 'is no signed note'],
  ])('that %s is refused', async (_case, served, complaint) => {
    expect(await verify(served)).toMatchObject(refusal(complaint))
  })

  test.each([
    ['without its key', ['--log', 'log'], 'give both'],
    ['by its key alone', ['--log-key', key.text], 'give both'],
    ['by a key that was left empty', ['--log', 'log', '--log-key', ''], 'give both'],
    ['by a key of minisign', ['--log', 'log', '--log-key', 'RWQf6LRCGA9i53'], 'no key of a log'],
    ['where no log is', ['--log', 'log', '--log-key', key.text], 'log/checkpoint cannot be read'],
  ])('is not checked %s', async (_case, flags, complaint) => {
    const env = { XDG_STATE_HOME: state, INIT_CWD: folder }
    expect(await run([PAGE, ...flags], { env })).toMatchObject(refusal(complaint))
  })

  test('is not trusted where the memory of it was changed, or cannot be kept', async () => {
    expect(await verify(publish(RELEASED))).toMatchObject(accepted)
    const [name = ''] = readdirSync(join(state, 'countersign'))
    writeFileSync(join(state, 'countersign', name), '')
    expect(await verify(publish(RELEASED))).toMatchObject(refusal(`${name} is no signed note`))
    state = join(state, 'countersign', name)
    expect(await verify(publish(RELEASED))).toMatchObject(refusal('Set XDG_STATE_HOME'))
  })

  test('may grow in any steps, and every change of what was seen is noticed', async () => {
    const lines = fc.uniqueArray(fc.nat().map(String), { minLength: 2, maxLength: 600 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(), fc.nat(), async (all, at, place) => {
        const file = join(state, `checkpoint-${(runs += 1)}`)
        const look = async (shown: readonly string[]) => {
          const served = publish(shown)
          const log = await readLog(async (path) => served.get(path) ?? Buffer.of(), key)
          return rememberCheckpoint(log, key, file)
        }
        const seen = 1 + (at % (all.length - 1))
        const changedAt = place % seen
        expect(await look(all.slice(0, seen))).toBeUndefined()
        await expect(look(all.with(changedAt, 'other'))).rejects.toThrow('two histories')
        await expect(look(all.toSpliced(changedAt, 0, 'other'))).rejects.toThrow('two histories')
        await expect(look(all.toSpliced(changedAt, 1))).rejects.toThrow(/two histories|went back/)
        expect(await look(all)).toBe(seen)
      }),
      { numRuns: 30 },
    )
  })
})

/** A whole log, with one file changed or left out. */
function changed(path: string, file?: Buffer): ReadonlyMap<string, Buffer> {
  const whole = publish(RELEASED)
  whole.delete(path)
  return file ? whole.set(path, file) : whole
}
