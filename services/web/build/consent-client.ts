import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(FOLDER, 'dist', 'index.html')
/** Everything that ends up in the page. */
const SOURCES = [
  ...['src', 'server', 'index.html', 'vite.config.ts', 'package.json', 'build'].map((path) => join(FOLDER, path)),
  ...['packages', 'package-lock.json'].map((path) => join(FOLDER, '..', '..', path)),
]

/** Whether the consent client was never built, or a source is newer than what was. */
export function isConsentClientStale(): boolean {
  const builtAt = changedAt(BUILT)
  return builtAt === 0 || SOURCES.some((source) => newestIn(source) > builtAt)
}

/**
 * Builds the consent client and answers what the build said.
 * @throws Error, with what it said, when it failed
 */
export function buildConsentClient(): Promise<string> {
  const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')))
  // Whoever builds may have another NODE_ENV, and would get a page with a quarter more script, made for debugging.
  const options = { cwd: FOLDER, env: { ...process.env, NODE_ENV: 'production' } }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [vite, 'build'], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`The consent client could not be built:\n${stdout}${stderr}`, { cause: error }))
      else resolve(stdout)
    })
  })
}

function newestIn(path: string): number {
  const inside = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => changedAt(join(path, name)))
    : []
  return Math.max(changedAt(path), ...inside)
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
