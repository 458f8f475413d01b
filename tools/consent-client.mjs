import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './command.mjs'

const FOLDER = join('services', 'web')
const BUILT = join(ROOT, FOLDER, 'dist', 'index.html')
/** Everything that ends up in the page. */
const SOURCES = [
  join(FOLDER, 'src'),
  join(FOLDER, 'public'),
  join(FOLDER, 'index.html'),
  join(FOLDER, 'vite.config.ts'),
  join(FOLDER, 'build'),
  join('packages', 'device', 'src'),
  join('packages', 'vault', 'src'),
  'package-lock.json',
].map((path) => join(ROOT, path))

/** Whether the consent client was never built, or a source is newer than what was. */
export function isConsentClientStale() {
  const builtAt = changedAt(BUILT)
  return builtAt === 0 || SOURCES.some((source) => newestIn(source) > builtAt)
}

/** Builds the consent client and answers what the build said. Throws with that when it failed. */
export async function buildConsentClient() {
  // Whoever builds may have another NODE_ENV, and would get a page with a quarter more script, made for debugging.
  const { code, output } = await run('vite', ['build', FOLDER], { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(`The consent client could not be built:\n${output}`)
  return output
}

/** @param {string} path */
function newestIn(path) {
  const inside = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => changedAt(join(path, name)))
    : []
  return Math.max(changedAt(path), ...inside)
}

/** @param {string} path */
function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
