import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** A busy machine is slow, not wrong. */
const expect = { poll: { timeout: 20_000 } }

/** The programs that tests start keep what they compiled: half of what it takes to start the command line. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile-cache') }

// A worker loads what the tests import once, not for each of their files (`isolate`): that was a third of the time.
// Two projects, so that `npm run check` can leave the browser out.
export default defineConfig({
  test: {
    // One more than cores: much of a test's time is a database's or a browser's. Where they were given one, they take turns.
    maxWorkers: process.env['DATABASE_URL'] ? 1 : availableParallelism() + 1,
    globalSetup: ['packages/testing/src/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{packages,services,cli,examples,tools,bench}/**/*.test.{ts,tsx}',
            'e2e/{flow,device,upgrade}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          expect,
          env,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/browser/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          expect,
          env,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
