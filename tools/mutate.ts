/** `npm run mutation -- vault`: breaks a package in one place at a time, and counts the breaks that tests notice. */
import { fileURLToPath } from 'node:url'
import { run } from './command.ts'

const PACKAGES = ['vault', 'data-token', 'device']
const FOLDER = fileURLToPath(new URL('mutation/', import.meta.url))
const STRYKER = `${FOLDER}node_modules/@stryker-mutator/core/bin/stryker.js`

const [target = ''] = process.argv.slice(2)
if (!PACKAGES.includes(target)) {
  process.stderr.write(`Name what to break: npm run mutation -- ${PACKAGES.join('|')}\n`)
  process.exit(2)
}
const installed = await run(['npm', 'ci', '--prefix', FOLDER], { show: true })
if (installed.code !== 0) process.exit(installed.code)
const { code } = await run(['node', STRYKER, 'run', `${FOLDER}stryker.config.mjs`], {
  show: true,
  env: { MUTATE: target },
})
process.exit(code)
