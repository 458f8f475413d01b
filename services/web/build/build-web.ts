import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(FOLDER, 'dist', 'index.html')
const CONFIG = join(FOLDER, 'vite.config.ts')
const SOURCES = [
  CONFIG,
  ...['src', 'server', 'index.html', 'package.json', 'build'].map((path) => join(FOLDER, path)),
  ...['packages', 'package.json', 'package-lock.json'].map((path) => join(FOLDER, '..', '..', path)),
]

/** Whether the pages were never built, or a source is newer than the build. A published package has no sources. */
export function isWebStale(): boolean {
  if (!existsSync(CONFIG)) return false
  const builtAt = changedAt(BUILT)
  return builtAt === 0 || SOURCES.some((source) => newestIn(source) > builtAt)
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
