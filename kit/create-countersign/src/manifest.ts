import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal } from './refusal.ts'

/** The fields of an example's `package.json` that an app takes over. */
export type ExampleManifest = {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

type App = {
  readonly name: string
  readonly redirectUri: string
  readonly envFile: string
  readonly isPublic: boolean
  /** By name, as npm takes them. */
  readonly packages: Packages
}

type Packages = Readonly<Record<string, string>>

const OURS = ['@countersign/sdk', '@countersign/data-token', 'countersign']

/** Countersign's packages: at npm, or as tarballs in a folder. @throws Refusal for a missing tarball */
export function findPackages(version: string, folder: string | undefined): Packages {
  if (folder === undefined) return { '@countersign/sdk': version, countersign: version }
  return Object.fromEntries(
    OURS.map((name) => {
      const file = join(resolve(folder), `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
      if (!existsSync(file))
        throw new Refusal(`${file} is missing. "npm run pack", in a clone of Countersign, makes it.`)
      return [name, `file:${file}`]
    }),
  )
}

/** The app's `package.json`. */
export function describeApp(example: ExampleManifest, { name, redirectUri, envFile, isPublic, packages }: App) {
  const { countersign, ...own } = packages
  return {
    name,
    private: true,
    type: 'module',
    scripts: {
      countersign: `countersign dev --app ${redirectUri}${isPublic ? ' --public' : ''} --write-env ${envFile}`,
      ...example.scripts,
      test: 'node --test',
    },
    dependencies: { ...example.dependencies, ...own },
    devDependencies: { ...example.devDependencies, countersign },
  }
}
