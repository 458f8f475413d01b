import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** The file that every document loads (`vite.config.ts`). */
const ENTRY = 'index'
/** Script a user loads on the way to an approval before the vault opens, after gzip. */
const BUDGET_BYTES = 25 * 1024
/** The worker's script for unlock and approval, after gzip. It loads while the user reads. */
const WORKER_BUDGET_BYTES = 30 * 1024

export type ScriptChunk = {
  readonly fileName: string
  readonly code: string
  readonly name: string
  readonly facadeModuleId: string | null
  readonly imports: readonly string[]
}

const LANGUAGE = /\/messages\/(\w+)\/entry\.ts$/

/** Measures the script before the vault opens: entry, imports, one language. The worker loads while the user types. */
export function measureEntry(chunks: readonly ScriptChunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const sizeOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(byName.get(name)?.code ?? '').length, 0)

  /** A file and its imports, except those in `known`. */
  const reach = (start: string, known: ReadonlySet<string>, seen: Set<string> = new Set()): Set<string> => {
    if (known.has(start) || seen.has(start)) return seen
    seen.add(start)
    for (const next of byName.get(start)?.imports ?? []) reach(next, known, seen)
    return seen
  }
  const first = new Set<string>()
  for (const { fileName, name } of chunks) if (name === ENTRY) reach(fileName, new Set(), first)
  const languages = chunks.flatMap(({ fileName, facadeModuleId }) => {
    const [, language] = LANGUAGE.exec(facadeModuleId ?? '') ?? []
    if (language === undefined) return []
    return [{ language, bytes: sizeOf(reach(fileName, first)) }]
  })
  const entryBytes = sizeOf(first)
  const totals = languages.map(({ language, bytes }) => ({ language, bytes, total: entryBytes + bytes }))
  return { entryBytes, languages: totals.toSorted((one, other) => other.total - one.total) }
}

export function scriptBudget(): Plugin {
  return {
    name: 'script-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const { entryBytes, languages } = measureEntry(chunks)
      const workerBytes = measureWorker(Object.values(bundle))
      const rows = [
        `Script before unlock, gzip (at most ${kib(BUDGET_BYTES)})`,
        `  page                 ${kib(entryBytes)}`,
        ...languages.map(
          ({ language, bytes, total }) => `  with ${language}             + ${kib(bytes)} = ${kib(total)}`,
        ),
        `  vault worker, beside ${kib(workerBytes)} (at most ${kib(WORKER_BUDGET_BYTES)})`,
      ]
      this.info(`\n${rows.join('\n')}`)
      const [largest] = languages
      if (largest === undefined) this.error('No language was found in the build: script-budget.ts looks for entry.ts.')
      if (largest.total > BUDGET_BYTES) this.error(describeExcess(largest))
      if (workerBytes === 0) this.error('No worker was found in the build: script-budget.ts looks for answer-calls.')
      if (workerBytes > WORKER_BUDGET_BYTES) {
        this.error(
          `The vault worker is ${kib(workerBytes - WORKER_BUDGET_BYTES)} too large. Load what the way to an approval ` +
            'does not need with later-calls.ts of packages/device.',
        )
      }
    },
  }
}

/** The worker's first file and its imports, which load together; the parts of other calls follow. */
function measureWorker(outputs: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): number {
  const byName = new Map(outputs.map((output) => [basename(output.fileName), contentOf(output).toString()]))
  const files = new Set([...byName.keys()].filter((name) => /^answer-calls-.*\.js$/.test(name)))
  // A set visits what is added meanwhile.
  for (const file of files) {
    for (const [, path = ''] of (byName.get(file) ?? '').matchAll(/(?:from|import) ?"\.\/([^"]+)"/g)) files.add(path)
  }
  return [...files].reduce((sum, file) => sum + gzipSync(byName.get(file) ?? '').length, 0)
}

function describeExcess({ language, total }: { language: string; total: number }): string {
  return (
    `The page loads ${kib(total)} of script before the vault opens (in "${language}"), ` +
    `${kib(total - BUDGET_BYTES)} too much. Load what the way to an approval does not need with lazyPage.`
  )
}

function contentOf(output: Rolldown.OutputAsset | Rolldown.OutputChunk): string | Uint8Array {
  return output.type === 'chunk' ? output.code : output.source
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
