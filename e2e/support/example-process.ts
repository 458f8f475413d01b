import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

export type Program = {
  readonly command: string
  readonly parameters: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export type Started = { readonly child: ChildProcess; readonly complaints: () => string }

/** Starts a program as its reader does. */
export function startProgram({ command, parameters, cwd, env }: Program): Started {
  const child = spawn(command, parameters, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, complaints: () => said }
}

/** @throws Error with what the program said against itself, once it has ended */
export async function untilAnswering({ child, complaints }: Started, url: string): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await setTimeout(20)
  }
  throw new Error(`The example ended with code ${child.exitCode}: ${complaints()}`)
}

export async function stopProgram({ child }: Started): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  if (child.kill()) await ended
}
