/** `npm run pack:check`: what `npm run pack` makes, installed by npm and used on this Node; with `--all` on 20 and 22, Deno and Bun too. */
import { checkPackages } from './pack/check-packages.ts'
import { installByNpm } from './pack/install-packages.ts'

const isAll = process.argv.includes('--all')
const others = isAll ? ({ releases: ['20', '22'], runtimes: ['deno', 'bun'] } as const) : {}
await checkPackages({ install: installByNpm, ...others, say: (text) => process.stdout.write(`  ✓ ${text}\n`) })
