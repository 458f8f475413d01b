import { fetchIntact } from './fetch-intact.ts'
import type { ToWorker } from './vault-client.ts'

/** A file of the worker, by its path relative to this one. */
type Part = { readonly integrity: string; readonly imports: readonly string[] }

/** Written here by the build, so that the hash of this file covers all parts. */
const PARTS: Readonly<Record<string, Part>> = JSON.parse('__PARTS__')

const intact = new Map<string, Promise<void>>()

/** Checks the hash of a part, which no browser does for a worker's imports. The build makes each `import()` call it. */
async function importIntact(path: string): Promise<unknown> {
  await makeIntact(path)
  return import(/* @vite-ignore */ path)
}

function makeIntact(path: string): Promise<void> {
  const made = intact.get(path) ?? fetchPart(path)
  intact.set(path, made)
  // The next call retries.
  made.catch(() => intact.delete(path))
  return made
}

async function fetchPart(path: string): Promise<void> {
  const { integrity, imports } = PARTS[path] ?? refuse(path)
  await Promise.all([fetchIntact(new URL(path, import.meta.url), integrity), ...imports.map(makeIntact)])
}

function refuse(path: string): never {
  throw new TypeError(`The build has no part ${path}.`)
}

Object.assign(globalThis, { importIntact })

/** Messages that come before a listener would be lost. */
const early: MessageEvent<ToWorker>[] = []
const keep = (event: MessageEvent<ToWorker>): unknown => early.push(event)
self.addEventListener('message', keep)

async function start(): Promise<void> {
  const { handleMessage } = await import('./answer-calls.ts')
  self.removeEventListener('message', keep)
  self.addEventListener('message', handleMessage)
  for (const event of early) handleMessage(event)
}

// The page gets the `error` event of a script that did not load.
start().catch(reportError)
