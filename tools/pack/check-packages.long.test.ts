// Long: the packed packages installed and used on the oldest Node.
import { join } from 'node:path'
import { copyEmptyDatabase } from '@countersign/testing'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'
import { checkPackages } from './check-packages.ts'
import { installFromRepository } from './install-packages.ts'

// `npm run pack:check -- --all` does the same with npm's registry, all types, `serve`, and on more releases of Node.
test('published packages install into an empty folder and complete a sign-in on the oldest Node', async () => {
  const options = {
    install: installFromRepository,
    provideDatabase: copyEmptyDatabase,
    skipLibCheck: true,
    demoOnly: true,
    releases: [OLDEST_NODE],
    cacheFolder: join(ROOT, 'node_modules/.cache'),
  }
  await expect(checkPackages(options)).resolves.toBeUndefined()
}, 600_000)
