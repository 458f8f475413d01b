import type { CommandRequest } from '@countersign/contracts'
import type { Environment } from '@countersign/service/settings'
import type { Database } from '@countersign/service/sql'
import { parseMadeClaimsKey } from '../claims-key.ts'
import { CommandError } from '../command-error.ts'
import { createProgram, runCommandLine } from '../command-line.ts'
import { addDatabaseCommands } from '../database-commands.ts'
import type { ReadFile } from '../files.ts'
import type { CarryOut } from './control-server.ts'

/** Carries commands out on this process's database, with its settings. */
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
      // The command line made the key and sent its public half.
      makeClaimsKey: async (path) => parseMadeClaimsKey(path, readFile(path)),
      user,
      withDatabase: (work) => work(database),
    })
    const code = await runCommandLine(program, parameters, terminal)
    return { code, output: said.join(''), complaint: complaints.join('') }
  }
}

/** Opens no file for a caller: this process has other rights, and a pipe could block it. */
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
