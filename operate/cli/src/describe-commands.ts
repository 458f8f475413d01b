import type { Command, Help, Option } from 'commander'
import { assembleProgram } from './program.ts'

export type CommandDescription = ReturnType<typeof describeOne>
export type OptionDescription = ReturnType<typeof describeOption>

/** Describes every command for documents and their tests, in the order of `--help`. */
export function describeCommands(): readonly CommandDescription[] {
  const ignore = () => undefined
  const program = assembleProgram([], { output: { print: ignore }, complain: ignore })
  return program.commands.flatMap((command) => describe(command, []))
}

function describe(command: Command, before: readonly string[]): readonly CommandDescription[] {
  const words = [...before, command.name()]
  if (command.commands.length > 0) return command.commands.flatMap((each) => describe(each, words))
  return [describeOne(command, words.join(' '))]
}

function describeOne(command: Command, name: string) {
  const help = command.createHelp()
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help')
  return {
    name,
    description: command.description(),
    /** `[options] <file>` */
    usage: command.usage(),
    options: options.map((option) => describeOption(help, option)),
    addition: additionOf(command),
  } as const
}

function describeOption(help: Help, option: Option) {
  return {
    /** `--redirect-uri <uri>` */
    flags: help.optionTerm(option),
    long: option.long ?? '',
    description: help.optionDescription(option),
    isRequired: option.mandatory,
    takesValue: option.required || option.optional,
  } as const
}

/** The text of `addHelpText`, which commander writes after the help itself. */
function additionOf(command: Command): string {
  const texts: string[] = []
  const before = command.configureOutput()
  command.configureOutput({ writeOut: (text) => void texts.push(text) })
  command.outputHelp()
  command.configureOutput(before)
  return texts.slice(1).join('').trim()
}
