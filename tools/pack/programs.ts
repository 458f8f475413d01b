import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify, stripVTControlCharacters } from 'node:util'

type Environment = Readonly<NodeJS.ProcessEnv>

/** Of our environment only what every program needs: nobody who installs a package has our settings. */
const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
const CLEAN = { PATH, HOME, NODE_COMPILE_CACHE }

/** The npm of this machine, with how it reaches its registry. @throws Error with all that it said */
export async function runNpm(cwd: string, ...parameters: readonly string[]): Promise<string> {
  return runWith(process.env, cwd, 'npm', ...parameters)
}

/** Runs a program, and answers what it printed. @throws Error with all that it said */
export async function runIn(cwd: string, program: string, ...parameters: readonly string[]): Promise<string> {
  return runWith({}, cwd, program, ...parameters)
}

/** The same, with these settings. @throws Error with all that it said */
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
  readonly said: string
  /** Answers with its exit code. */
  readonly stop: () => Promise<number | null>
}

/** Starts a program, and waits until it has said a word. @throws Error with all that it said, if it ends before */
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
  return { said, stop }
}
