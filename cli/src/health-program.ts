import { createProgram, runCommandLine } from './command-line.ts'
import { addHealthCommand } from './commands/health.ts'
import { terminal } from './output.ts'

/** The program with its one command that is asked all the time. */
export async function runHealthProgram(parameters: readonly string[]): Promise<number> {
  const said = { output: terminal, complain: (text: string) => void process.stderr.write(text) }
  const program = createProgram(said)
  addHealthCommand(program, { env: process.env, output: terminal })
  return runCommandLine(program, parameters, said)
}
