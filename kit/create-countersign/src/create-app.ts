import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkEmpty, readName } from './check-folder.ts'
import { FRAMEWORKS } from './frameworks.ts'
import { describeApp, type ExampleManifest, findPackages } from './manifest.ts'
import { Refusal } from './refusal.ts'

export type Order = {
  readonly folder: string
  readonly framework: string
  /** Of Countersign's packages. */
  readonly version: string
  /** A folder of tarballs in place of npm. */
  readonly packages?: string | undefined
}

export type Sources = {
  /** The folder with an app for each framework. */
  readonly examples: string
  /** The folder with the files that every app gets. */
  readonly template: string
}

const NOT_COPIED = /[/\\](?:node_modules|\.svelte-kit|\.next|dist|build)$/

/** Writes an app into a new or empty folder. @throws Refusal */
export function createApp({ folder, framework, version, packages }: Order, { examples, template }: Sources): void {
  const choice = FRAMEWORKS.get(framework)
  if (!choice) throw new Refusal(`There is no framework "${framework}": take ${[...FRAMEWORKS.keys()].join(', ')}.`)
  const { title, example, envFile, routes, start } = choice
  const name = readName(folder)
  checkEmpty(folder)
  const found = findPackages(version, packages)
  const redirectUri = `http://localhost:3000${routes}callback`
  const app = { name, redirectUri, envFile, isPublic: !start, packages: found }
  const manifest: ExampleManifest = JSON.parse(readFileSync(join(examples, example, 'package.json'), 'utf8'))

  mkdirSync(folder, { recursive: true })
  cpSync(join(examples, example), folder, { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
  const values = { NAME: name, TITLE: title, ROUTES: routes, START: JSON.stringify(start) }
  const fill = (file: string, to = file) => writeFileSync(join(folder, to), fillIn(join(template, file), values))
  fill('README.md')
  // npm packs no file of the other name.
  fill('gitignore', '.gitignore')
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(describeApp(manifest, app), undefined, 2)}\n`)
  if (!start) return
  fill('sign-in.test.js')
  writeFileSync(join(folder, envFile), makeSecrets(), { mode: 0o600 })
}

function fillIn(file: string, values: Readonly<Record<string, string | undefined>>): string {
  return readFileSync(file, 'utf8').replaceAll(/'?%([A-Z]+)%'?/g, (_all, name: string) => values[name] ?? '')
}

/** For the cookies of a sign-in, and for the app's own. */
function makeSecrets(): string {
  const secret = () => randomBytes(32).toString('base64url')
  return `COOKIE_SECRET=${secret()}\nSESSION_SECRET=${secret()}\n`
}
