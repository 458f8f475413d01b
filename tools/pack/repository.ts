import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** A `package.json`, as far as it is read. */
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly exports: Readonly<Record<string, string>>
  /** The program's are made from `OLDEST_NODE`. */
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
}

export function readManifest(folder = '.'): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
}

/** That of a package as it is published, as far as it is read. */
export type Published = {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Locked = { readonly version: string; readonly optional?: boolean }

/** What package-lock.json holds, by where it lies. */
export function readLocked(): Readonly<Record<string, Locked>> {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
}

/** What the manifest of every package says, of the one in this folder. */
export function commonFields(folder: string) {
  const { name, description, engines } = readManifest(folder)
  const { version, license } = readManifest()
  const url = findOrigin()
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines,
    ...(url !== undefined && { repository: { type: 'git', url, directory: folder } }),
    publishConfig: { access: 'public', provenance: true },
  }
}

/** Where this clone comes from: npm compares it with where the release was built. */
export function findOrigin(): string | undefined {
  try {
    const origin = execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
    return publicAddress(origin.trim())
  } catch {
    return undefined
  }
}

const CLONED = /^(?:(?:https|ssh):\/\/)?(?:[^/@]*@)?([\w-]+(?:\.[\w-]+)+)[:/]([\w./-]+)$/

/** The same however it was cloned, and without the token of whoever did. Undefined for a folder, which others cannot read. */
export function publicAddress(origin: string): string | undefined {
  const [, host, path] = CLONED.exec(origin) ?? []
  return host && path ? `git+https://${host}/${path}` : undefined
}
