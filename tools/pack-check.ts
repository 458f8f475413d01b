/** `npm run pack:check`: what `npm run pack` makes, installed by npm and used on this Node; with `--all` on 20 and 22 too. */
import { checkPackages } from './pack/check-packages.ts'
import { installByNpm } from './pack/install-packages.ts'

const releases = process.argv.includes('--all') ? ['20', '22'] : []
await checkPackages({ install: installByNpm, releases, say: (text) => process.stdout.write(`  ✓ ${text}\n`) })
