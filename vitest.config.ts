import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Tests call this machine, which no proxy reaches.
delete process.env['NODE_USE_ENV_PROXY']

/** A slow machine is no failure. */
const expect = { poll: { timeout: 20_000 } }

/** A compile cache for the programs that tests start: it halves the start of the command line. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile-cache') }

/** `*.long.test.ts` takes long and rarely fails: only `npm run test:all` runs it. */
const notNow = process.env['LONG_TESTS'] ? [] : ['**/*.long.test.ts']

// `isolate: false`: a worker loads a module once, not once a test file. Two projects: `npm run check` leaves the browser out.
export default defineConfig({
  test: {
    // One more than cores: tests wait for a database or a browser. On one given database the files take turns.
    maxWorkers: process.env['DATABASE_URL'] ? 1 : availableParallelism() + 1,
    globalSetup: ['packages/testing/src/global-setup.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{packages,services,kit,operate,verify,tools,bench}/**/*.test.{ts,tsx}',
            'e2e/{contract,flow,device,upgrade}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**', ...notNow],
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
          exclude: ['**/node_modules/**', ...notNow],
          expect,
          // Browsers read it (fontconfig); without it the layout would depend on the fonts of the machine.
          env: { ...env, FONTCONFIG_FILE: join(import.meta.dirname, 'e2e/fonts.conf') },
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
