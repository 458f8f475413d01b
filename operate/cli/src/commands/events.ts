import { readEventReceiver, sendTestEvent } from '@countersign/provider'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'

/** `countersign events …`: whether the operator's receiver takes audit events. */
export function addEventsCommands(program: Command, { env, output }: CommandContext): void {
  const events = program.command('events').description('audit events that are sent to EVENTS_URL')
  events
    .command('test')
    .description('send a signed event of the type "test" to EVENTS_URL, and print what it answers')
    .action(async () => {
      const receiver = await readEventReceiver(env)
      if (!receiver) throw new CommandError('EVENTS_URL is not set: no event is sent.')
      const { problem, status } = await sendTestEvent(receiver, new Date())
      if (problem !== undefined) throw new CommandError(`EVENTS_URL did not take the event: it ${problem}.`)
      output.print(`EVENTS_URL took the event, and answered with status ${status}.`)
    })
}
