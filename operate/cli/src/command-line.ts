import { VERSION } from '@countersign/service/settings'
import { type Argument, Command, CommanderError } from 'commander'
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

/** Options that a command needs in some cases alone. */
const FINDERS = new WeakMap<Command, () => readonly string[]>()

export function alsoFindMissing(command: Command, find: () => readonly string[]): void {
  FINDERS.set(command, find)
}

/** Commander names only the first option or argument that is missing. */
export function nameAllMissing(program: Command): void {
  for (const command of program.commands) {
    nameAllMissing(command)
    command.configureOutput({
      outputError: (text, write) => write(IS_MISSING.test(text) ? describeMissing(command) : text),
    })
  }
}

const IS_MISSING = /^error: (?:required option|missing required argument)/

function describeMissing(command: Command): string {
  const { args, options, registeredArguments } = command
  const missing = [
    ...registeredArguments.filter(({ required }, index) => required && args[index] === undefined).map(nameOf),
    ...options
      .filter((each) => each.mandatory && !command.getOptionValue(each.attributeName()))
      .map(({ flags }) => flags),
    ...(FINDERS.get(command)?.() ?? []),
  ]
  return `error: required and not specified: ${missing.join(', ')}\n`
}

function nameOf(argument: Argument): string {
  return `<${argument.name()}${argument.variadic ? '...' : ''}>`
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
