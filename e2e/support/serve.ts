import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@countersign/testing'
import type { Component } from 'countersign'

/** The compile cache halves the start. */
const OF_THE_SHELL = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

type Environment = Readonly<Record<string, string>>

/** `countersign serve` of the sources in a folder, with these settings and no others. */
export async function serve(folder: string, components: readonly Component[], env: Environment, ...flags: string[]) {
  const port = Number(env['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, [join(folder, 'operate/cli/src/main.ts'), 'serve', ...components, ...flags], {
    cwd: folder,
    env: { ...OF_THE_SHELL, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = once(child, 'exit')
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const isOver = exited.then(() => true)
  while (!output.includes('"event":"listening"')) {
    if (await Promise.race([isOver, once(child.stdout, 'data').then(() => false)])) throw new Error(output.trim())
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode === null) child.kill(signal)
    await exited
  }
  const [stop, kill] = [() => end('SIGTERM'), () => end('SIGKILL')]
  return { port, stop, kill, output: () => output, exitCode: () => child.exitCode }
}

/** The output of a command of the sources in a folder. */
export async function runCommand(folder: string, env: Environment, ...parameters: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } }
  return (
    await promisify(execFile)(process.execPath, [join(folder, 'operate/cli/src/main.ts'), ...parameters], options)
  ).stdout
}
