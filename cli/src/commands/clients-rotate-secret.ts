import { type Command, InvalidArgumentError } from 'commander'
import type { ClientsContext } from '../with-provider-database.ts'

const ONE_DAY_HOURS = 24
const SECONDS_PER_HOUR = 3_600
const MAXIMUM_HOURS = 720

type Flags = { readonly overlapHours: number; readonly json?: true }

export function addClientsRotateSecretCommand(clients: Command, { output, onClients }: ClientsContext): void {
  clients
    .command('rotate-secret')
    .description('give an app a new secret; the old one keeps working for a while')
    .argument('<client_id>')
    .option(
      '--overlap-hours <hours>',
      'how long the old secret keeps working; 0 after a leak',
      parseHours,
      ONE_DAY_HOURS,
    )
    .option('--json', 'print JSON')
    .action((clientId: string, { overlapHours, json }: Flags) =>
      onClients(async (_sql, registrar) => {
        const { clientSecret } = await registrar.rotateSecret(clientId, overlapHours * SECONDS_PER_HOUR)
        if (json)
          return output.print(JSON.stringify({ client_id: clientId, client_secret: clientSecret }, undefined, 2))
        return output.print(
          `  client_secret  ${clientSecret}\n\nKeep it now: it is never shown again. The old secret works for ${overlapHours} more hours.`,
        )
      }),
    )
}

function parseHours(text: string): number {
  const hours = Number(text)
  if (/^\d+$/.test(text) && hours <= MAXIMUM_HOURS) return hours
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAXIMUM_HOURS}.`)
}
