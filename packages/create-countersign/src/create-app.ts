import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { FRAMEWORKS, type Framework } from './frameworks.ts'
import { findPackages } from './local-packages.ts'
import { describeApp, type Example } from './manifest.ts'

export type Order = {
  readonly folder: string
  readonly framework: Framework
  /** Of the packages of Countersign. */
  readonly version: string
  /** The folder with an app for each framework. */
  readonly examples: string
  /** The folder with the files that every app gets. */
  readonly template: string
  /** A folder of tarballs that stand for the packages at npm. */
  readonly packages: string | undefined
}

/** A sentence for the person at the keyboard. */
export class Refusal extends Error {}

/** npm's rules for new names (validate-npm-package-name), without scopes: a folder has the same name. */
const NAME = /^[a-z\d~-][a-z\d._~-]{0,213}$/
const RESERVED = new Set(['node_modules', 'favicon.ico', 'countersign'])
/** Git makes the first, macOS the second. */
const IGNORED = new Set(['.git', '.DS_Store'])

/** The name in `package.json`. @throws Refusal for one that npm does not take */
export function nameOf(folder: string): string {
  const name = basename(resolve(folder))
  if (NAME.test(name) && !RESERVED.has(name)) return name
  throw new Refusal(`npm takes no package named "${name}": use lower-case letters, digits, "-", "_" and ".".`)
}

/** @throws Refusal for a folder with anything in it, or for a file */
export function checkFolder(folder: string): void {
  if (!existsSync(folder)) return
  let files: readonly string[]
  try {
    files = readdirSync(folder)
  } catch {
    throw new Refusal(`${folder} is not a folder that can be read. Name another one.`)
  }
  if (files.every((file) => IGNORED.has(file))) return
  throw new Refusal(`${folder} is not empty. Name a new folder: nothing in it was changed.`)
}

/** Writes an app into a new or empty folder. @throws Refusal */
export function createApp({ folder, framework, version, examples, template, packages }: Order): void {
  const { example, start, callback } = FRAMEWORKS[framework]
  const name = nameOf(folder)
  checkFolder(folder)
  const found = findPackages(packages, version)
  const from = join(examples, example)
  const manifest: Example = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  const filter = (path: string) => !/[/\\](?:node_modules|\.svelte-kit|\.next|dist|build)$/.test(path)
  cpSync(from, folder, { recursive: true, force: false, filter })

  const write = (file: string, text: string, mode = 0o644) => writeFileSync(join(folder, file), text, { mode })
  const fill = (file: string) => fillIn(readFileSync(join(template, file), 'utf8'), { framework, callback, name, start })
  write('package.json', `${JSON.stringify(describeApp(manifest, { name, framework, packages: found }), undefined, 2)}\n`)
  write('README.md', fill('README.md'))
  write('.gitignore', fill('gitignore'))
  write(envFile(framework), start ? secrets() : '', 0o600)
  if (start) write('sign-in.test.js', fill('sign-in.test.js'))
}
