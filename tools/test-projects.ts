import { globSync } from 'node:fs'
import { findDependents } from './imports.ts'

/** `pure` starts nothing, `database` a PostgreSQL, `system` (e2e) that and browsers. */
export const PROJECTS = ['pure', 'database', 'system'] as const

export type Project = (typeof PROJECTS)[number]

/** The tag of browser tests that `npm run test:pages` runs and `npm test` does not. */
export const PAGES = 'pages'

/** An import of values from the global set-up. */
const TAKES_DATABASE = /^import \{[^}]*\binject\b[^}]*\} from 'vitest'/m

/** Test files outside e2e, by whether an import of theirs reaches a database of the global set-up. */
export function divideTests(root: string): { readonly pure: string[]; readonly database: string[] } {
  const files = globSync('*/**/*.test.{ts,tsx}', { cwd: root, exclude: ['e2e/**', '**/node_modules/**', '**/dist/**'] })
  const isTarget = (_file: string, text: string): boolean => TAKES_DATABASE.test(text)
  const database = findDependents({ root, files, isTarget })
  return { pure: files.filter((file) => !database.has(file)), database: [...database] }
}
