import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { divideTests, PAGES } from './tools/test-projects.ts'

// Tests call this machine, which no proxy reaches.
delete process.env['NODE_USE_ENV_PROXY']

/** A compile cache for the programs that tests start: it halves the start of the command line. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile-cache') }

/** `*.long.test.ts` takes long and rarely fails: only `npm run test:all` runs it. */
const exclude = ['**/node_modules/**', '**/dist/**', ...(process.env['LONG_TESTS'] ? [] : ['**/*.long.test.ts'])]

const { pure, database } = divideTests(import.meta.dirname)

/** `isolate: false`: a worker loads a module once, not once a test file. */
const common = { exclude, env, isolate: false, testTimeout: 60_000, hookTimeout: 120_000 }

/** A slow machine is no failure. */
const expect = { poll: { timeout: 20_000 } }

const globalSetup = ['packages/testing/src/global-setup.ts']

export default defineConfig({
  test: {
    // One more than cores: tests wait for a database or a browser. On one given database the files take turns.
    maxWorkers: process.env['DATABASE_URL'] ? 1 : availableParallelism() + 1,
    tags: [{ name: PAGES, description: 'A page in the browser, of the second rank: npm run test:pages' }],
    projects: [
      { test: { ...common, name: 'pure', include: pure, expect } },
      { test: { ...common, name: 'database', include: database, expect, globalSetup } },
      {
        test: {
          ...common,
          name: 'system',
          include: ['e2e/**/*.test.ts'],
          expect,
          globalSetup,
          // Browsers read it (fontconfig); without it the layout would depend on the fonts of the machine.
          env: { ...env, FONTCONFIG_FILE: join(import.meta.dirname, 'e2e/fonts.conf') },
          testTimeout: 120_000,
        },
      },
    ],
  },
})
