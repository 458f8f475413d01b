/** `npm run docs`: serves the documentation site; `npm run docs:build` writes it to tools/site/dist and checks its links. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './command.ts'
import { ROOT } from './files.ts'
import { writeApiReference } from './reference/api-reference.ts'
import { writeCliReference } from './reference/cli-reference.ts'
import { writeSdkReference } from './reference/sdk-reference.ts'
import { findDeadLinks } from './site/check-links.ts'

const FOLDER = fileURLToPath(new URL('site/', import.meta.url))
const VITEPRESS = `${FOLDER}node_modules/vitepress/bin/vitepress.js`

const [what = 'dev', ...parameters] = process.argv.slice(2)
if (!existsSync(VITEPRESS)) {
  const { code } = await run(['npm', 'ci', '--prefix', FOLDER, '--loglevel=error'], { show: true })
  if (code !== 0) process.exit(code)
}
writeReference()
const { code } = await run(['node', VITEPRESS, what, FOLDER, ...parameters], { show: true })
if (code !== 0 || what !== 'build') process.exit(code)
const dead = findDeadLinks(`${FOLDER}dist`)
if (dead.length > 0) console.error(`Dead links or anchors:\n${dead.join('\n')}`)
process.exit(dead.length > 0 ? 1 : 0)

/** Into docs/reference, which git ignores but for its README. */
function writeReference(): void {
  const folder = join(ROOT, 'docs/reference')
  rmSync(join(folder, 'api'), { recursive: true, force: true })
  mkdirSync(join(folder, 'api'), { recursive: true })
  writeFileSync(join(folder, 'cli.md'), writeCliReference())
  writeFileSync(join(folder, 'sdk.md'), writeSdkReference())
  for (const [name, text] of writeApiReference(join(ROOT, 'docs/openapi'))) writeFileSync(join(folder, name), text)
}
