import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

/** Where npm puts every tool, the pinned Node among them. */
export const TOOLS = join(ROOT, 'node_modules', '.bin')

/**
 * Runs a program in the repository with the pinned tools first in its path.
 * With `show` its output goes straight to the terminal; without, it is collected and returned.
 * Never throws: a program that cannot be started answers with code 127 and the reason as its output.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ show?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, parameters, { show = false, env = {} } = {}) {
  const path = [TOOLS, process.env['PATH']].filter(Boolean).join(delimiter)
  const options = { cwd: ROOT, env: { ...process.env, PATH: path, ...env } }
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { ...options, stdio: show ? 'inherit' : 'pipe' })
    /** @type {Uint8Array[]} */
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk))
    child.stdin?.end()
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}
