/** `node pin.mjs package-lock.json`: a package.json for a folder in which everything gets the versions of the lock file. */
import { readFileSync } from 'node:fs'

const [lockFile = ''] = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'))
const overrides = Object.entries(packages).flatMap(([path, { link, version }]) => {
  const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
  return name && version && !link ? [[name, version]] : []
})
const { name, version } = packages['']
process.stdout.write(
  JSON.stringify({ name: `${name}-image`, version, private: true, overrides: Object.fromEntries(overrides) }),
)
