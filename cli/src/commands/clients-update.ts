import { claimsNoticeOf, findClient } from '@countersign/provider'
import type { Command } from 'commander'
import { PLAIN_CLAIMS } from '../claims-key.ts'
import { addClientOptions, type ClientFlags, readClientOptions } from '../client-options.ts'
import type { ClientsContext } from '../with-provider-database.ts'
import { noSuchClient } from './clients-show.ts'

export function addClientsUpdateCommand(clients: Command, { output, readFile, onClients }: ClientsContext): void {
  const update = clients
    .command('update')
    .description('change an app; what is not named stays as it is, what is named is replaced')
    .argument('<client_id>')
  addClientOptions(update, readFile, 'update')
    .option('--json', 'print JSON')
    .action((clientId: string, flags: ClientFlags & { readonly json?: true }, command: Command) => {
      const changes = readClientOptions(flags)
      if (Object.keys(changes).length === 0) {
        command.error('error: nothing is named that is to change, for example --name')
      }
      return onClients(async (sql, registrar) => {
        const updated = await registrar.updateClient(clientId, changes)
        if (!updated) throw noSuchClient()
        const { clientSecret } = updated
        const client = await findClient(sql, clientId)
        const notice = client ? claimsNoticeOf(client) : {}
        output.print(flags.json ? formatJson(clientId, clientSecret, notice) : formatText(clientSecret, notice))
      })
    })
}

function formatJson(clientId: string, clientSecret: string | undefined, notice: Notice): string {
  const fields = { client_id: clientId, updated: true, ...(clientSecret && { client_secret: clientSecret }), ...notice }
  return JSON.stringify(fields)
}

type Notice = ReturnType<typeof claimsNoticeOf>

/** Another way to prove itself may have made a secret necessary. */
function formatText(clientSecret: string | undefined, { claims_notice }: Notice): string {
  const secret = `  client_secret  ${clientSecret}\n\nKeep the secret now: only its hash is stored, so it is never shown again.`
  const parts = ['Changed.', ...(clientSecret ? [secret] : []), ...(claims_notice ? [PLAIN_CLAIMS] : [])]
  return parts.join('\n\n')
}
