import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, ROOT, WITHOUT_TYPES } from '../files.ts'
import { findDependents } from '../imports.ts'

/** Quick, and about every file. */
const ALWAYS = ['documents', 'floors/floors', 'packages', 'plain-english', 'security-model', 'sources'].map(
  (name) => `tools/${name}.test.ts`,
)

const MAIN_WAY = ['first-visit', 'consent', 'every-browser'].map((name) => `e2e/browser/${name}.test.ts`)
const WHOLE_FLOW = ['e2e/flow/flow.test.ts', 'e2e/flow/refusals.test.ts', 'e2e/contract/contract.test.ts']

/**
 * System tests by what changed: each imports the whole product, so its imports choose nothing. The first folder that holds a
 * file counts.
 */
export const SYSTEM_TESTS: readonly (readonly [folder: string, tests: readonly string[]])[] = [
  ['operate/console/', ['e2e/browser/console.test.ts', 'e2e/browser/console-access.test.ts']],
  ['services/web/src/pages/account/', ['e2e/browser/account.test.ts']],
  ['services/web/src/pages/vault/', ['e2e/browser/vault.test.ts', 'e2e/browser/first-visit.test.ts']],
  ['services/web/src/pages/updates/', ['e2e/browser/kept-up-to-date.test.ts']],
  ['services/web/', MAIN_WAY],
  ['packages/ui/', MAIN_WAY],
  ['verify/extension/', ['e2e/browser/extension.test.ts']],
  ['services/', WHOLE_FLOW],
  ['operate/cli/', WHOLE_FLOW.slice(0, 1)],
  ['packages/contracts/', ['e2e/flow/', 'e2e/contract/', 'e2e/device/', ...MAIN_WAY]],
  ['packages/device/', ['e2e/device/', ...MAIN_WAY]],
  ['packages/vault/', ['e2e/device/entries.test.ts', 'e2e/device/two-tabs.test.ts']],
  ['packages/service/', WHOLE_FLOW],
]

/** Changes that can reach everything. */
const EVERYTHING = /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig[.\w]*\.json|packages\/testing\/.*)$/

const CODE = /\.(?:ts|tsx|mjs)$/

/** Test files and folders that a change of these files can reach. */
export function chooseTests(changed: readonly string[]): readonly string[] {
  const all = listFiles('*.test.ts', '*.test.tsx').filter((file) => !file.includes('.long.test.'))
  if (changed.some((file) => EVERYTHING.test(file))) return all
  const libraries = changed.filter((file) => file.startsWith('packages/'))
  const beside = all.filter((file) => !file.startsWith('e2e/'))
  const chosen = changed.flatMap((file) => SYSTEM_TESTS.find(([folder]) => file.startsWith(folder))?.[1] ?? [])
  const within = Map.groupBy(changed, workspaceOf)
  const reached = [...within].flatMap(([workspace, files]) =>
    reachedIn(
      all.filter((file) => file.startsWith(`${workspace}/`)),
      files,
    ),
  )
  return [...new Set([...ALWAYS, ...chosen, ...reached, ...dependentsOf(libraries, beside)])]
}

/** By imports; all, where none shows the change: a migration, a template. Documents have their tests in `ALWAYS`. */
function reachedIn(tests: readonly string[], changed: readonly string[]): readonly string[] {
  if (changed.some((file) => !CODE.test(file) && !file.endsWith('.md'))) return tests
  return [...dependentsOf(changed, tests)]
}

function workspaceOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  return existsSync(join(ROOT, first, second, 'package.json')) ? `${first}/${second}` : first
}

/** Source files whose types a change of these files can break: themselves, and what imports them. */
export function chooseChecked(changed: readonly string[]): readonly string[] {
  const isTyped = (file: string): boolean => !WITHOUT_TYPES.some((folder) => file.startsWith(`${folder}/`))
  const sources = listFiles('*.ts', '*.tsx', '*.mjs').filter(isTyped)
  const known = new Set(sources)
  return [...new Set([...changed.filter((file) => known.has(file)), ...dependentsOf(changed, sources)])]
}

function dependentsOf(changed: readonly string[], files: readonly string[]): ReadonlySet<string> {
  const targets = new Set(changed)
  return findDependents({ root: ROOT, files, isTarget: (file) => targets.has(file) })
}
