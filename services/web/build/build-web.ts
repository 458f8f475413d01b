import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))
const REPOSITORY = join(FOLDER, '..', '..')

/** Whether the pages of people were never built, or a source is newer than the build. */
export function isWebStale(): boolean {
  return isStale(FOLDER)
}

/** The same of another package with a page. A published package has no sources, so it is never stale. */
export function isStale(folder: string): boolean {
  const config = join(folder, 'vite.config.ts')
  if (!existsSync(config)) return false
  const sources = ['vite.config.ts', 'src', 'server', 'index.html', 'package.json', 'build'].map((path) =>
    join(folder, path),
  )
  const shared = ['packages', 'package.json', 'package-lock.json', 'services/web/src'].map((path) =>
    join(REPOSITORY, path),
  )
  const builtAt = changedAt(join(folder, 'dist', 'index.html'))
  return builtAt === 0 || [...sources, ...shared].some((source) => newestIn(source) > builtAt)
}

/** Builds the pages and returns the output of the build. @throws Error with that output */
export function buildWeb(): Promise<string> {
  return runVite(FOLDER)
}

/** Builds the package in a folder for production and returns the output of the build. @throws Error with that output */
export function runVite(folder: string): Promise<string> {
  const vite = fileURLToPath(new URL('../../bin/vite.js', import.meta.resolve('vite')))
  // Another NODE_ENV makes a debugging page, a quarter larger.
  const options = { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [vite, 'build'], options, (error, stdout, stderr) => {
      if (error)
        reject(new Error(`The web client could not be built in ${folder}:\n${stdout}${stderr}`, { cause: error }))
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
