import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run, TOOLS } from './command.mjs'
import { withProgress } from './progress.mjs'

/** Holds the hash of the lock file that node_modules was made from. */
const MARKER = join(ROOT, 'node_modules', '.countersign-lock')

/** Installs the packages when they are missing or not those of package-lock.json. Throws with npm's own words. */
export async function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return
  const { code, output } = await withProgress('Installing packages (once)', runNpmCi, {
    isGood: (result) => result.code === 0,
  })
  if (code !== 0) throw new Error(`npm ci failed:\n${output}`)
  if (!existsSync(join(TOOLS, 'node')) && !existsSync(join(TOOLS, 'node.cmd'))) {
    throw new Error(
      'npm did not run install scripts, so the pinned Node is missing. Run: npm ci --ignore-scripts=false',
    )
  }
  writeFileSync(MARKER, wanted)
}

/** npm names itself in the environment of its scripts; without it, the one in the path. */
function runNpmCi() {
  const parameters = ['ci', '--loglevel=error']
  const npm = process.env['npm_execpath']
  return npm ? run(process.execPath, [npm, ...parameters]) : run('npm', parameters)
}
