/** `npm run pack [-- <folder>]`: makes the tarballs that npm publishes, in `dist` by default. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { makePackages } from './pack/make-packages.ts'
import { findOrigin } from './pack/repository.ts'

const [folder = 'dist'] = process.argv.slice(2)
for (const file of await makePackages(resolve(folder))) {
  process.stdout.write(`${file}  ${Math.ceil(statSync(file).size / 1024)} KiB\n`)
}
if (findOrigin() === undefined) {
  process.stdout.write(
    'This clone has no origin, so the packages name no repository: npm would not publish them with provenance.\n',
  )
}
