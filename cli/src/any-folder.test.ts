import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServerDatabase } from '@countersign/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const OURS = '@countersign'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-anywhere-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** All that a fresh clone has, with the packages of this one: those of others linked, our own its own. */
function cloneTo(clone: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: REPOSITORY, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(REPOSITORY, file), join(clone, file))
  }
  const [from, to] = [join(REPOSITORY, 'node_modules'), join(clone, 'node_modules')]
  mkdirSync(join(to, OURS), { recursive: true })
  for (const name of readdirSync(from).filter((each) => each !== OURS)) symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, OURS))) {
    symlinkSync(readlinkSync(join(from, OURS, name)), join(to, OURS, name))
  }
}

test('the program runs from a folder whose name has spaces and letters of any language', async () => {
  const { url, drop } = await createServerDatabase()
  const clone = join(folder, 'my projects', 'größer als 100%, 日本語')
  cloneTo(clone)
  const env = { ...process.env, DATABASE_URL: url }
  const said = execFileSync(process.execPath, [join(clone, 'cli', 'src', 'main.ts'), 'migrate'], { env, cwd: clone })
  expect(String(said)).toContain('provider/0001-clients.sql')
  expect(String(said)).toContain('core/0001-accounts.sql')
  await drop()
})
