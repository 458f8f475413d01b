/**
 * `node deploy/pin.mjs FOLDER [PACKAGE…]`, in the folder of the repository, after `npm run pack`: puts the packed program
 * there, and a lock file for `npm ci` with the hashes of ours, so that it's installed with just the files that it was
 * tested with. Packages that are named are locked beside it.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', ...others] = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { version } = packages['']
const file = `countersign-${version}.tgz`
const tarball = join('dist', file)
const program = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))

const locked = {}
const named = Object.fromEntries(others.map((name) => [name, packages[`node_modules/${name}`]?.version]))
lockDependencies('', program)
lockDependencies('', { dependencies: named })

const root = { name: 'countersign-installed', version, dependencies: { countersign: `file:${file}`, ...named } }
const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
const { bin, engines, license, dependencies, optionalDependencies } = program
const installed = {
  version,
  resolved: `file:${file}`,
  integrity,
  license,
  dependencies,
  optionalDependencies,
  bin,
  engines,
}
mkdirSync(folder, { recursive: true })
copyFileSync(tarball, join(folder, file))
write('package.json', { ...root, private: true })
write('package-lock.json', {
  ...root,
  lockfileVersion: 3,
  requires: true,
  packages: { '': root, 'node_modules/countersign': installed, ...locked },
})

/** Everything that a package needs, and what that needs: from where Node finds it. */
function lockDependencies(from, needs) {
  const isOptional = (name) =>
    name in (needs.optionalDependencies ?? {}) || needs.peerDependenciesMeta?.[name]?.optional
  const names = Object.keys({ ...needs.peerDependencies, ...needs.dependencies, ...needs.optionalDependencies })
  for (const name of names) {
    const path = findFrom(from, name)
    if (path === undefined && !isOptional(name)) throw new Error(`package-lock.json has no ${name} for ${from}.`)
    if (path === undefined || path in locked) continue
    // The program needs it, even where the repository has it for development.
    locked[path] = { ...packages[path], dev: undefined }
    lockDependencies(path, packages[path])
  }
}

function findFrom(from, name) {
  const path = `${from}${from && '/'}node_modules/${name}`
  if (path in packages) return path
  return from === '' ? undefined : findFrom(from.slice(0, Math.max(from.lastIndexOf('node_modules/') - 1, 0)), name)
}

function write(name, content) {
  writeFileSync(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`)
}
