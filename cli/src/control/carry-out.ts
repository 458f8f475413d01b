import type { CommandRequest } from '@countersign/contracts'
import type { Environment } from '@countersign/service/settings'
import type { Database } from '@countersign/service/sql'
import { parseMadeClaimsKey } from '../claims-key.ts'
import { CommandError } from '../command-error.ts'
import { createProgram, runCommandLine } from '../command-line.ts'
import { addDatabaseCommands } from '../database-commands.ts'
import type { ReadFile } from '../files.ts'
import type { CarryOut } from './control-server.ts'

/** Carries commands out on a database that is open already, with the settings of the process that opened it. */
export function carryOutOn(database: Database, env: Environment): CarryOut {
  return async ({ parameters, files, user }) => {
    const said: string[] = []
    const complaints: string[] = []
    const terminal = {
      output: { print: (text: string) => void said.push(`${text}\n`) },
      complain: (text: string) => void complaints.push(text),
    }
    const program = createProgram(terminal)
    const readFile = readFrom(files)
    addDatabaseCommands(program, {
      env,
      ...terminal,
      readFile,
      // It was made where the command was typed, and its public half came with it.
      makeClaimsKey: async (path) => parseMadeClaimsKey(path, readFile(path)),
      user,
      withDatabase: (work) => work(database),
    })
    const code = await runCommandLine(program, parameters, terminal)
    return { code, output: said.join(''), complaint: complaints.join('') }
  }
}

/** This process opens no file for others: it would read with its own rights, and stop at a pipe that nobody fills. */
function readFrom(files: CommandRequest['files']): ReadFile {
  const contents = new Map(files.map(({ path, content }) => [path, Buffer.from(content, 'base64url')]))
  return (path) => {
    const content = contents.get(path)
    if (content) return content
    throw new CommandError(
      `${path} did not come with the command. Use the command line of the version that is running.`,
    )
  }
}
