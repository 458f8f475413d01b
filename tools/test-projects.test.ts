import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'
import { findDependents } from './imports.ts'
import { divideTests } from './test-projects.ts'

const FILES = {
  'package.json': '{ "workspaces": ["packages/*", "!packages/none"] }',
  'packages/help/package.json': '{ "name": "help", "exports": { ".": "./src/index.ts", "./base": "./src/base.ts" } }',
  'packages/help/src/index.ts': "export { base as start } from './base.ts'\nexport { free } from './free.ts'\n",
  'packages/help/src/base.ts': "import { inject } from 'vitest'\nexport const base = inject\n",
  'packages/help/src/free.ts': 'export const free = 1\n',
  'packages/help/src/through.ts': "const base = await import('./base.ts')\n",
  'by-name.ts': "import {\n  free,\n  start,\n} from 'help'\n",
  'by-path.ts': "import './packages/help/src/through.ts'\n",
  'by-subpath.ts': "import { base } from 'help/base'\n",
  'another-name.ts': "import { free } from 'help'\n",
  'type.ts': "import type { base } from 'help/base'\nimport { free, type start } from 'help'\n",
}

test('projects: imports are followed by path, by name and through an index, types are not', () => {
  const root = temporaryFolder()
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const files = Object.keys(FILES).filter((file) => !file.includes('/') && file.endsWith('.ts'))
  const found = findDependents({ root, files, isTarget: (file) => file === 'packages/help/src/base.ts' })
  expect([...found].toSorted()).toEqual(['by-name.ts', 'by-path.ts', 'by-subpath.ts'])
})

test('projects: a test is `pure` exactly if no import of it reaches the databases of the run', () => {
  const { pure, database } = divideTests(ROOT)
  expect(pure).toContain('packages/names/src/names.test.ts')
  expect(pure).toContain('tools/test-projects.test.ts')
  expect(database).toContain('services/provider/test/flow.test.ts')
  expect(pure.filter((file) => database.includes(file))).toEqual([])
})
