import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { CONFIGS } from './build-libraries.ts'
import { runIn } from './programs.ts'

test.each(CONFIGS)('the libraries that %s builds ship no test', async (config) => {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  const files = await runIn(ROOT, tsc, '-p', join(import.meta.dirname, config), '--listFilesOnly')
  const sources = files.split('\n').filter((file) => /\/packages\/[^/]+\/src\//.test(file))
  expect(sources).not.toEqual([])
  expect(sources.filter((file) => /\.test\.|\/testing\//.test(file))).toEqual([])
})
