import { closeOnSignals, createLogger } from '@countersign/service'
import { Argument, type Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { APART, COMPONENTS, type Component } from '../components.ts'
import { startServer } from '../server.ts'
import { logLevelOf } from '../settings/process-settings.ts'
import { checkProductionRules } from '../settings/production-rules.ts'

/** `countersign serve [components...]`: for servers that people rely on. Configured by the environment alone. */
export function addServeCommand(program: Command, { env }: CommandContext): void {
  program
    .command('serve')
    .description('serve all components on one address, or only those named')
    .addArgument(new Argument('[components...]', 'which components').choices([...COMPONENTS, APART]))
    .addHelpText('after', '\nEverything is configured by environment variables; `countersign doctor` lists them.')
    .action(async (components: readonly Component[], _options: object, command: Command) => {
      if (components.includes(APART) && components.length > 1) {
        command.error(`error: serve ${APART} by itself, out of reach of core: it has what core must not have`)
      }
      const logger = createLogger({ level: logLevelOf(env) })
      const server = await startServer({
        env,
        logger,
        components: components.length > 0 ? components : COMPONENTS,
        rules: checkProductionRules,
      })
      // First the ear, then the word: a stop that comes at once must find somebody listening.
      closeOnSignals(() => server.close(), { logger })
      logger.info({ event: 'listening', url: server.url }, 'ready')
    })
}
