import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '@countersign/service/settings'
import { createLogger } from '@countersign/service/telemetry'
import { createServerDatabase } from '@countersign/testing'
import { expect } from 'vitest'
import type { Component } from '../src/components.ts'
import { PATIENCE, type Patience } from '../src/patience.ts'
import { runProgram } from '../src/program.ts'
import { generateSecrets } from '../src/secrets.ts'
import { startServer } from '../src/server.ts'

export const PROGRAM = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export const ADD_SEALED_CLIENT = addClient('--name', 'My App', '--redirect-uri', 'https://app.example/callback')
/** Can run again and again: a claims key belongs to one app. */
export const ADD_CLIENT = [...ADD_SEALED_CLIENT, '--plain']

export function addClient(...options: readonly string[]): readonly string[] {
  return ['clients', 'add', ...options, '--scope', 'openid']
}

/** The outcome of a refused command line, for `toMatchObject`. */
export function refusal(words: string) {
  return { code: 1, complaint: expect.stringContaining(words) }
}

/** Runs a command line in this process. */
export async function runCommand(parameters: readonly string[], env: Environment = {}, patience?: Patience) {
  const said: string[] = []
  const complaints: string[] = []
  const code = await runProgram(parameters, {
    // A missing data directory: the developer's own secrets have no effect.
    env: { DATA_DIR: '/nowhere/countersign', ...env },
    ...(patience && { patience }),
    output: { print: (text) => void said.push(text) },
    complain: (text) => void complaints.push(text),
  })
  return { code, said: said.join('\n'), complaint: complaints.join('') }
}

export function startQuietly(env: Environment, ...components: readonly Component[]) {
  return startServer({ env: { PORT: '0', ...env }, logger: createLogger({ level: 'silent' }), components })
}

/** Of a timer. */
const LONGEST_MS = 2 ** 31 - 1

/** A command line that knows only the data directory of a process, and how to start that process. */
export function commandLineAt(dataDirectory: string, folder: string) {
  const secrets = generateSecrets()
  const runWaiting = (patience: Patience, ...parameters: readonly string[]) =>
    runCommand(parameters, { DATA_DIR: dataDirectory, INIT_CWD: folder }, patience)
  // A slow machine is no failure.
  const run = (...parameters: readonly string[]) => runWaiting({ ...PATIENCE, silentMs: LONGEST_MS }, ...parameters)
  const start = async () => startQuietly({ DATA_DIR: dataDirectory, ...(await secrets) }, 'provider', 'core')
  return { run, runWaiting, runJson: runJsonBy(run), start }
}

/** Reads JSON. @throws Error for a command that complains */
function runJsonBy(run: (...parameters: readonly string[]) => ReturnType<typeof runCommand>) {
  return async (...parameters: readonly string[]) => {
    const { said, complaint } = await run(...parameters, '--json')
    if (complaint) throw new Error(complaint)
    return JSON.parse(said)
  }
}

/** A command line with its own database, and a folder for files. */
export async function startCommandLine() {
  const { url, drop } = await createServerDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-command-line-'))
  const path = (name: string): string => join(folder, name)
  const runWith = (env: Environment, ...parameters: readonly string[]) =>
    runCommand(parameters, { DATABASE_URL: url, INIT_CWD: folder, ...env })
  const run = (...parameters: readonly string[]) => runWith({}, ...parameters)
  return {
    url,
    path,
    run,
    runWith,
    runJson: runJsonBy(run),
    file(name: string, content: unknown): string {
      writeFileSync(path(name), typeof content === 'string' ? content : JSON.stringify(content))
      return path(name)
    },
    async close(): Promise<void> {
      rmSync(folder, { recursive: true })
      await drop()
    },
  }
}
