import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServerDatabase } from '@countersign/testing'
import { runProgram } from '../src/program.ts'

/** The least that an app is registered with, as often as one likes: a key is one app's. */
export const ADD_CLIENT = [
  'clients',
  'add',
  '--name',
  'My App',
  '--redirect-uri',
  'https://app.example/callback',
  '--scope',
  'openid',
  '--plain',
]

/** A command line with a database of its own, and a folder for the files that it is given. */
export async function startCommandLine() {
  const { url, drop } = await createServerDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-command-line-'))

  /** Runs a command line as a shell would, and keeps what it said. */
  async function run(...parameters: readonly string[]) {
    const said: string[] = []
    const complaints: string[] = []
    const code = await runProgram(parameters, {
      // A data directory that is not there, so that a developer's own secrets have no say.
      env: { DATABASE_URL: url, DATA_DIR: '/nowhere/countersign', INIT_CWD: folder },
      output: { print: (text) => void said.push(text) },
      complain: (text) => void complaints.push(text),
    })
    return { code, said: said.join('\n'), complaint: complaints.join('') }
  }

  /** Runs one that has to succeed, and reads what it said. */
  async function runJson(...parameters: readonly string[]) {
    const { said, complaint } = await run(...parameters, '--json')
    if (complaint) throw new Error(complaint)
    return JSON.parse(said)
  }

  const path = (name: string): string => join(folder, name)

  function file(name: string, content: unknown): string {
    writeFileSync(path(name), typeof content === 'string' ? content : JSON.stringify(content))
    return path(name)
  }

  const close = async (): Promise<void> => {
    rmSync(folder, { recursive: true })
    await drop()
  }
  return { run, runJson, file, path, close }
}
