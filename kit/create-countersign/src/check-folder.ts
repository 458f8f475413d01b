import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { Refusal } from './refusal.ts'

/** npm's rules for a new name without a scope (validate-npm-package-name). */
const NAME = /^[a-z\d~-][a-z\d._~-]{0,213}$/
/** A package must not have the name of one that it installs. */
const RESERVED =
  /^(?:node_modules|favicon\.ico|countersign|create-countersign|express|fastify|hono|next|react|svelte|vite)$/

/** The app's name is its folder's. @throws Refusal for a name that npm does not take */
export function readName(folder: string): string {
  const name = basename(resolve(folder))
  if (NAME.test(name) && !RESERVED.test(name)) return name
  throw new Refusal(`npm takes no app named "${name}": use lower-case letters, digits, "-", "_" and ".", as in my-app.`)
}

/** @throws Refusal for a file, or for a folder with anything but a new Git repository in it */
export function checkEmpty(folder: string): void {
  if (listFolder(folder).every((file) => file === '.git')) return
  throw new Refusal(`${folder} is not empty, and nothing in it was changed. Name a new folder.`)
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new Refusal(`${folder} is not a folder that can be read. Name a new one.`)
  }
}
