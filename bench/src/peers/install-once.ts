import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/bench-peers', import.meta.url))

/** A failed installation leaves no folder of that name. */
export async function installOnce(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    await install(unfinished)
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

type How = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

export async function run(command: string, args: readonly string[], { cwd, env }: How): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env } })
  return stdout
}
