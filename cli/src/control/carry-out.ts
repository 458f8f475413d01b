import type { Database, Environment } from '@countersign/service'
import { createProgram, runCommandLine } from '../command-line.ts'
import { addDatabaseCommands } from '../database-commands.ts'
import type { CarryOut } from './control-server.ts'

/** Carries commands out on a database that is open already, with the settings of the process that opened it. */
export function carryOutOn(database: Database, env: Environment): CarryOut {
  return async ({ parameters, directory, user }) => {
    const said: string[] = []
    const complaints: string[] = []
    const terminal = {
      output: { print: (text: string) => void said.push(`${text}\n`) },
      complain: (text: string) => void complaints.push(text),
    }
    const program = createProgram(terminal)
    addDatabaseCommands(program, {
      env,
      output: terminal.output,
      directory,
      user,
      withDatabase: (work) => work(database),
    })
    const code = await runCommandLine(program, parameters, terminal)
    return { code, output: said.join(''), complaint: complaints.join('') }
  }
}
