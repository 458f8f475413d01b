import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@countersign/testing'
import type { Component } from 'countersign'

type Serving = { readonly port: number; readonly stop: () => Promise<void> }

type Environment = Readonly<Record<string, string>>

/** `countersign serve` of the sources in a folder, with these settings and no others. */
export async function serve(folder: string, components: readonly Component[], env: Environment): Promise<Serving> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, [join(folder, 'cli/src/main.ts'), 'serve', ...components], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'exit')
  child.stderr.on('data', (chunk: Buffer) => (output += String(chunk)))
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  const isOver = ended.then(() => true)
  while (!output.includes('"event":"listening"')) {
    if (await Promise.race([isOver, once(child.stdout, 'data').then(() => false)])) throw new Error(output.trim())
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, stop }
}

/** What a command of the sources in a folder says. */
export async function runCommand(folder: string, env: Environment, ...parameters: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } }
  return (await promisify(execFile)(process.execPath, [join(folder, 'cli/src/main.ts'), ...parameters], options)).stdout
}
