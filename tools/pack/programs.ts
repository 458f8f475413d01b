import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify, stripVTControlCharacters } from 'node:util'

type Environment = Readonly<NodeJS.ProcessEnv>

/** Only these: users do not have our settings. */
const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
const CLEAN = { PATH, HOME, NODE_COMPILE_CACHE }

/** Keeps the environment, for npm's registry settings. @throws Error with its output */
export async function runNpm(cwd: string, ...parameters: readonly string[]): Promise<string> {
  return runWith(process.env, cwd, 'npm', ...parameters)
}

/** Returns stdout. @throws Error with all output */
export async function runIn(cwd: string, program: string, ...parameters: readonly string[]): Promise<string> {
  return runWith({}, cwd, program, ...parameters)
}

/** Returns stdout. @throws Error with all output */
export async function runWith(
  env: Environment,
  cwd: string,
  program: string,
  ...parameters: readonly string[]
): Promise<string> {
  try {
    return (await promisify(execFile)(program, [...parameters], { cwd, env: { ...CLEAN, ...env } })).stdout
  } catch (error) {
    // The message already has stderr.
    if (error instanceof Error && 'stdout' in error) error.message += `\n${String(error.stdout)}`
    throw error
  }
}

type Running = {
  readonly pid: number | undefined
  readonly said: string
  /** Returns the exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts a program and waits until it prints `until`. @throws Error with its output if it ends before */
export async function startIn(
  cwd: string,
  [program = '', ...parameters]: readonly string[],
  { env = {}, until }: { readonly env?: Environment; readonly until: string },
): Promise<Running> {
  const child = spawn(program, parameters, { cwd, env: { ...CLEAN, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let said = ''
  const isReady = new Promise<boolean>((resolve) => {
    const listen = (chunk: Buffer): void => {
      said += stripVTControlCharacters(String(chunk))
      if (said.includes(until)) resolve(true)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  if (!(await Promise.race([isReady, ended.then(() => false)]))) throw new Error(`${program} ended:\n${said}`)
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await ended
    return typeof code === 'number' ? code : null
  }
  return { pid: child.pid, said, stop }
}
