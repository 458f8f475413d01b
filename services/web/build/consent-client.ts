import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(FOLDER, 'dist', 'index.html')
const CONFIG = join(FOLDER, 'vite.config.ts')
/** Everything that ends up in the page. */
const SOURCES = [
  CONFIG,
  ...['src', 'server', 'index.html', 'package.json', 'build'].map((path) => join(FOLDER, path)),
  ...['packages', 'package.json', 'package-lock.json'].map((path) => join(FOLDER, '..', '..', path)),
]

/** Whether the consent client was never built, or a source is newer than what was. As it is published it has no sources. */
export function isConsentClientStale(): boolean {
  if (!existsSync(CONFIG)) return false
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
