import { VERSION } from '@countersign/service/settings'
import { Command, CommanderError } from 'commander'
import { describeError } from './command-error.ts'
import type { Output } from './output.ts'

export type Terminal = { readonly output: Output; readonly complain: (text: string) => void }

const FAILURE = 1
const USAGE_ERROR = 2

/** Thrown when another process carried the command out. */
export class CarriedOut extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super('The command was carried out by the running process.')
    this.exitCode = exitCode
  }
}

export function createProgram({ output, complain }: Terminal): Command {
  return new Command('countersign')
    .description('An OAuth 2.0 authorization server for people who keep their own data.')
    .version(VERSION, '--version', 'print the version')
    .option('--verbose', 'print where an error comes from')
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows all that can be given)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.print(text.trimEnd()), writeErr: complain })
}

/**
 * Returns the exit code: 0, 1 if the command failed, 2 if it was not understood. Prints errors as one sentence, or whole
 * with --verbose.
 */
export async function runCommandLine(
  program: Command,
  parameters: readonly string[],
  { complain }: Terminal,
): Promise<number> {
  try {
    await program.parseAsync([...parameters], { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CarriedOut) return error.exitCode
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR
    complain(`${describeError(error, program.opts()['verbose'] === true)}\n`)
    return FAILURE
  }
}
