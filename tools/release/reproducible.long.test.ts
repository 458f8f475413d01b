// Long: a release made twice, byte for byte.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'fflate'
import { unpackTar } from 'modern-tar'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { readManifest } from '../pack/repository.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-two-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [here, there] = [join(folder, 'here'), join(folder, 'another folder')]
const { version } = readManifest()
const PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`
const HERE = { umask: '022', env: { TZ: 'UTC', LC_ALL: 'C' } }
const THERE = {
  umask: '077',
  env: { TZ: 'Pacific/Kiritimati', LC_ALL: 'ar_EG.UTF-8', LANG: 'ar_EG.UTF-8', HOME: folder },
}

test('a release has the same bytes in other folders, time zones, languages and umasks', async () => {
  await Promise.all([clone(here, HERE), clone(there, THERE)])

  await expect(release(there, THERE)).rejects.toThrow(`this commit is not v${version}`)
  execFileSync('git', ['tag', `v${version}`], { cwd: there })
  writeFileSync(join(there, 'notes'), '')
  await expect(release(there, THERE)).rejects.toThrow('this clone has changes')
  rmSync(join(there, 'notes'))

  await Promise.all([release(here, HERE, '--dry-run'), release(there, THERE)])
  const { tried, signatures } = readRelease(here)
  expect(readRelease(there)).toEqual({ tried, signatures: [] })
  expect(signatures).toEqual(['SHA256SUMS.minisig', 'client-manifest.json.minisig', 'dry-run.pub'])
  expect(Object.keys(tried)).toEqual(
    expect.arrayContaining([
      'SHA256SUMS',
      'client-manifest.json',
      `countersign-${version}.tgz`,
      `countersign-extension-${version}.zip`,
    ]),
  )
}, 300_000)

test('the image of a release is built from its program, and its package list is complete', async () => {
  const read = (name: string): Buffer => readFileSync(join(here, 'dist/release', name))
  const program = `countersign-${version}.tgz`
  const context = await unpackTar(gunzipSync(read(`countersign-image-${version}.tar.gz`)))
  const contents = new Map(context.map(({ header, data }) => [header.name, data && Buffer.from(data)]))
  const lock = ['countersign/package-lock.json', 'countersign/package.json']
  expect([...contents.keys()]).toEqual(['Dockerfile', `countersign/${program}`, ...lock])
  expect(contents.get(`countersign/${program}`)).toEqual(read(program))

  const { components }: Bom = JSON.parse(String(read('sbom.cdx.json')))
  const hashes = new Map(components.map(({ name, hashes: [first] = [] }) => [name, first?.content]))
  expect(hashes.get('countersign')).toBe(createHash('sha512').update(read(program)).digest('hex'))
  for (const name of ['fastify', 'preact', 'typebox'])
    expect([name, hashes.get(name)]).toEqual([name, expect.any(String)])
})

type Bom = {
  readonly components: readonly { readonly name: string; readonly hashes?: readonly { readonly content: string }[] }[]
}

type Person = typeof HERE | typeof THERE

/** Installed packages whose paths the compilers write down, or refuse to; all others are linked into a clone. */
const COPIED = new Set(['@countersign', '@types', 'typebox', 'undici-types'])

/** Clones what is committed. */
async function clone(to: string, person: Person): Promise<void> {
  await runAs(person, folder, 'git', 'clone', '--quiet', '--no-tags', ROOT, to)
  const [from, modules] = [join(ROOT, 'node_modules'), join(to, 'node_modules')]
  mkdirSync(modules)
  for (const name of readdirSync(from)) {
    const isOurs = lstatSync(join(from, name)).isSymbolicLink()
    if (isOurs || COPIED.has(name))
      cpSync(join(from, name), join(modules, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(modules, name))
  }
}

async function release(root: string, person: Person, ...parameters: readonly string[]): Promise<void> {
  await runAs(person, root, process.execPath, 'tools/release.ts', ...parameters)
}

async function runAs({ umask, env }: Person, cwd: string, ...command: readonly string[]): Promise<void> {
  const options = { cwd, env: { ...process.env, PATH, ...env } }
  await promisify(execFile)('sh', ['-c', `umask ${umask} && exec "$@"`, 'sh', ...command], options)
}

/** Hashes of what is released, and the names of the signatures of a dry run. */
function readRelease(root: string) {
  const dist = join(root, 'dist/release')
  const names = readdirSync(dist).toSorted()
  const isSignature = (name: string): boolean => /\.(?:minisig|pub)$/.test(name)
  const hashes = names
    .filter((name) => !isSignature(name))
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dist, name)))
        .digest('hex'),
    ])
  const tried: Readonly<Record<string, string>> = Object.fromEntries(hashes)
  return { tried, signatures: names.filter(isSignature) }
}
