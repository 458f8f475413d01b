import { setTimeout as pause } from 'node:timers/promises'
import { type Environment, readSettings } from '@countersign/service/settings'
import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { createProgram, runCommandLine } from '../command-line.ts'
import { terminal } from '../output.ts'
import { PROCESS_SETTINGS } from '../settings/process-settings.ts'

const ANSWER_MS = 5_000
const PAUSE_MS = 250

type Flags = { readonly live?: true; readonly wait: number }

/** `countersign health`: for container health checks and service managers. */
export function addHealthCommand(program: Command, { env, output }: Pick<CommandContext, 'env' | 'output'>): void {
  program
    .command('health')
    .description('ask the server at HOST and PORT whether it is ready: exit code 0, or 1 and why not')
    .option('--live', 'only whether it answers, not whether it is ready')
    .option('--wait <seconds>', 'ask again for so long', parseSeconds, 0)
    .action(async ({ live, wait }: Flags) => {
      const url = new URL(live ? '/health/live' : '/health/ready', await addressOf(env))
      const endsAt = performance.now() + wait * 1_000
      for (;;) {
        const refusal = await ask(url)
        if (refusal === undefined) return output.print(live ? 'It answers.' : 'It is ready.')
        if (performance.now() >= endsAt) throw new CommandError(refusal)
        await pause(PAUSE_MS)
      }
    })
}

/** Returns a sentence if the server is not ready. */
async function ask(url: URL): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' })
    return response.ok ? undefined : `${url.href} answers ${response.status}: ${await response.text()}`
  } catch {
    return `Nothing answers at ${url.href}. Look at the log of the server, and at PORT and HOST.`
  }
}

/** @throws SettingsError */
async function addressOf(env: Environment): Promise<string> {
  const { HOST: host, PORT: port } = await readSettings(env, {
    HOST: PROCESS_SETTINGS.HOST,
    PORT: PROCESS_SETTINGS.PORT,
  })
  // A server on every address listens on the loopback too.
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`
}

function parseSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give whole seconds.')
}

export async function runHealthProgram(parameters: readonly string[]): Promise<number> {
  const said = { output: terminal, complain: (text: string) => void process.stderr.write(text) }
  const program = createProgram(said)
  addHealthCommand(program, { env: process.env, output: terminal })
  return runCommandLine(program, parameters, said)
}
