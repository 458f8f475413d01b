/** `npm run docs`: serves the documentation site; `npm run docs:build` writes it to tools/site/dist and checks its links. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from './command.ts'
import { findDeadLinks } from './site/check-links.ts'

const FOLDER = fileURLToPath(new URL('site/', import.meta.url))
const VITEPRESS = `${FOLDER}node_modules/vitepress/bin/vitepress.js`

const [what = 'dev', ...parameters] = process.argv.slice(2)
if (!existsSync(VITEPRESS)) {
  const { code } = await run(['npm', 'ci', '--prefix', FOLDER, '--loglevel=error'], { show: true })
  if (code !== 0) process.exit(code)
}
const { code: referenceCode } = await run(['node', 'tools/reference.ts'], { show: true })
if (referenceCode !== 0) process.exit(referenceCode)
const { code } = await run(['node', VITEPRESS, what, FOLDER, ...parameters], { show: true })
if (code !== 0 || what !== 'build') process.exit(code)
const dead = findDeadLinks(`${FOLDER}dist`)
if (dead.length > 0) console.error(`Dead links or anchors:\n${dead.join('\n')}`)
process.exit(dead.length > 0 ? 1 : 0)
