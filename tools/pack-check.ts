/**
 * `npm run pack:check`: installs the packages with npm and uses them on this Node and the oldest supported one; with `--all`
 * also on the newest 20 and 22, Deno and Bun.
 */
import { OLDEST_NODE } from 'countersign/oldest-node'
import { checkPackages } from './pack/check-packages.ts'
import { installByNpm } from './pack/install-packages.ts'

const isAll = process.argv.includes('--all')
await checkPackages({
  install: installByNpm,
  releases: [process.versions.node, OLDEST_NODE, ...(isAll ? ['20', '22'] : [])],
  runtimes: isAll ? ['deno', 'bun'] : [],
  say: (text) => process.stdout.write(`  ✓ ${text}\n`),
})
