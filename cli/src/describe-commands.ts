import type { Command } from 'commander'
import { assembleProgram } from './program.ts'

/** For documents and their tests. */
export type CommandDescription = {
  /** As typed: `clients add`. */
  readonly name: string
  readonly description: string
  /** As `--help` shows it: `[options] <file>`. */
  readonly usage: string
  readonly options: readonly OptionDescription[]
  /** What `addHelpText` added: examples and settings. */
  readonly addition: string
}

export type OptionDescription = {
  /** As `--help` shows it: `--redirect-uri <uri>`. */
  readonly flags: string
  /** `--redirect-uri`. */
  readonly long: string
  readonly description: string
  readonly isRequired: boolean
  readonly takesValue: boolean
}

/** In the order of `--help`. */
export function describeCommands(): readonly CommandDescription[] {
  const ignore = () => undefined
  const program = assembleProgram([], { output: { print: ignore }, complain: ignore })
  return program.commands.flatMap((command) => describe(command, []))
}

function describe(command: Command, before: readonly string[]): readonly CommandDescription[] {
  const words = [...before, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((each) => describe(each, words))
  const help = command.createHelp()
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((option) => ({
      flags: help.optionTerm(option),
      long: option.long ?? '',
      description: help.optionDescription(option),
      isRequired: option.mandatory,
      takesValue: option.required || option.optional,
    }))
  return [
    {
      name: words.join(' '),
      description: command.description(),
      usage: command.usage(),
      options,
      addition: additionOf(command),
    },
  ]
}

/** Commander hands `addHelpText` only to its output. */
function additionOf(command: Command): string {
  const texts: string[] = []
  const before = command.configureOutput()
  command.configureOutput({ writeOut: (text) => void texts.push(text) })
  command.outputHelp()
  command.configureOutput(before)
  return texts.slice(1).join('').trim()
}
