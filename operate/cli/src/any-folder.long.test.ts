// Long: `countersign dev` from a clone whose path has spaces and other scripts.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { databaseForTest, temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
const OURS = '@countersign'

const folder = temporaryFolder()

/** Copies a fresh clone, with links to others' packages and its own links to ours. */
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

test('everything runs from a folder whose name has spaces and letters of any language', async () => {
  const url = await databaseForTest()
  const clone = join(folder, 'my projects', 'größer als 100%, 日本語')
  cloneTo(clone)
  const env = { ...process.env, DATABASE_URL: url, BASE_URL: '', PORT: '0', APP_PORT: '0', DATA_DIR: '.countersign' }
  const child = spawn(process.execPath, [join(clone, 'operate/cli/src/main.ts'), 'dev'], { env, cwd: clone })
  const exited = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += stripVTControlCharacters(String(chunk))
    if (said.includes('Stop with Ctrl-C')) break
  }
  const [, account = ''] = /Your account +(\S+)/.exec(said) ?? []
  expect(await (await fetch(`${account}/sign-in`)).text()).toContain('<script')
  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})
