import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../files.ts'

/** The fields of a `package.json` that are read. */
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
  /** The program's come from `OLDEST_NODE`. */
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
}

export function readManifest(folder = '.'): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
}

/** The fields of a published `package.json` that are read. */
export type Published = {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Locked = { readonly version: string; readonly optional?: boolean }

/** The packages of package-lock.json by path. */
export function readLocked(): Readonly<Record<string, Locked>> {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
}

/** Fields of every published manifest. */
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

/** npm compares it with the origin of the release build. */
export function findOrigin(): string | undefined {
  try {
    const origin = execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
    return publicAddress(origin.trim())
  } catch {
    return undefined
  }
}

const CLONED = /^(?:(?:https|ssh):\/\/)?(?:[^/@]*@)?([\w-]+(?:\.[\w-]+)+)[:/]([\w./-]+)$/

/** The same for every clone URL, without a token. Undefined for a folder. */
export function publicAddress(origin: string): string | undefined {
  const [, host, path] = CLONED.exec(origin) ?? []
  return host && path ? `git+https://${host}/${path}` : undefined
}
