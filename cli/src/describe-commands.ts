import type { Command } from 'commander'
import { assembleProgram } from './program.ts'

/** A command that can be typed, for documents and their tests. */
export type CommandDescription = {
  /** With the words before it: `clients add`. */
  readonly name: string
  readonly description: string
  /** What follows the name, as `--help` shows it: `[options] <file>`. */
  readonly usage: string
  readonly options: readonly OptionDescription[]
  /** What `--help` adds: examples, and the settings that are read. */
  readonly addition: string
}

export type OptionDescription = {
  /** As `--help` shows it: `--redirect-uri <uri>`. */
  readonly flags: string
  /** `--redirect-uri`, without what it takes. */
  readonly long: string
  readonly description: string
  readonly isRequired: boolean
  readonly takesValue: boolean
}

/** Every command of the program that does something, in the order of `--help`. */
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

/** What was added to a command's help (`addHelpText`), which commander hands to its output alone. */
function additionOf(command: Command): string {
  const texts: string[] = []
  const before = command.configureOutput()
  command.configureOutput({ writeOut: (text) => void texts.push(text) })
  command.outputHelp()
  command.configureOutput(before)
  return texts.slice(1).join('').trim()
}
