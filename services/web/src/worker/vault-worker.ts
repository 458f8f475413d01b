import { fetchIntact } from './fetch-intact.ts'
import type { ToWorker } from './messages.ts'

/** A file of the worker, by its path from this one. */
type Part = { readonly integrity: string; readonly imports: readonly string[] }

/** The build writes them here, so the hash of this file stands for all of them. */
const PARTS: Readonly<Record<string, Part>> = JSON.parse('__PARTS__')

const intact = new Map<string, Promise<void>>()

/** No browser checks the hash of a part that a worker imports, so this does. The build has each `import()` call it. */
async function importIntact(path: string): Promise<unknown> {
  await makeIntact(path)
  return import(/* @vite-ignore */ path)
}

function makeIntact(path: string): Promise<void> {
  const made = intact.get(path) ?? fetchPart(path)
  intact.set(path, made)
  // Offline now, it may come the next time.
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

/** A message is lost that comes while nothing listens. */
const early: MessageEvent<ToWorker>[] = []
const keep = (event: MessageEvent<ToWorker>): unknown => early.push(event)
self.addEventListener('message', keep)

async function start(): Promise<void> {
  const { answerCall } = await import('./answer-calls.ts')
  self.removeEventListener('message', keep)
  self.addEventListener('message', answerCall)
  for (const event of early) answerCall(event)
}

// The page hears of it as of a script that did not load.
start().catch(reportError)
