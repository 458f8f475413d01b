import type { PublicJwk } from '@countersign/contracts'
import { type ClientChanges, claimsNoticeOf, findClient } from '@countersign/provider'
import { type Command, Option } from 'commander'
import { parseClaimsKey } from '../claims-key.ts'
import { PLAIN_CLAIMS } from '../client-description.ts'
import { CommandError } from '../command-error.ts'
import { addProtocolOptions, collect, type ProtocolFlags, readProtocolFlags } from '../protocol-options.ts'
import { parseScopeOption } from '../scope-option.ts'
import type { ClientsContext } from '../with-provider-database.ts'

type Flags = {
  readonly name?: string
  readonly description?: string
  readonly redirectUri?: readonly string[]
  readonly scope?: readonly string[]
  readonly logo?: Buffer
  readonly claimsKey?: PublicJwk
  readonly plain?: true
  readonly requirePkce?: boolean
  readonly requirePar?: boolean
  readonly dpop?: boolean
  readonly subjectType?: 'public' | 'pairwise'
  readonly json?: true
} & ProtocolFlags

export function addClientsUpdateCommand(clients: Command, { output, readFile, onClients }: ClientsContext): void {
  const update = clients
    .command('update')
    .description('change an app; what is not named stays as it is, what is named is replaced')
    .argument('<client_id>')
    .option('--name <name>', 'the name that people see')
    .option('--description <text>', 'what the app is, in a sentence')
    .option('--redirect-uri <uri>', 'where people return to; repeatable', collect)
    .option('--scope <name[:required][=reason]>', 'what the app may ask for, and why; repeatable', collect)
    .option('--logo <file>', 'a PNG, JPEG or WebP file', readFile)
    .option('--claims-key <file>', "the app's public key: people's devices seal what they share for it", (path) =>
      parseClaimsKey(path, readFile(path)),
    )
    .addOption(new Option('--plain', 'send it what people share in the open').conflicts('claimsKey'))
    .option('--require-pkce', 'refuse requests without PKCE')
    .option('--no-require-pkce', 'let an app with a secret go without PKCE')
    .option('--require-par', 'refuse authorization requests that were not pushed')
    .option('--no-require-par', 'accept authorization requests from the browser')
    .option('--dpop', "bind its tokens to the app's key")
    .option('--no-dpop', 'give it bearer tokens')
    .addOption(new Option('--subject-type <type>', 'how the app knows people').choices(['public', 'pairwise']))
  addProtocolOptions(update, readFile)
    .option('--no-require-verified', 'take every claim as it is')
    .option('--no-post-logout-redirect-uri', 'people do not return once signed out')
    .option('--no-backchannel-logout-uri', 'do not tell it that a sign-in has ended')
    .option('--no-backchannel-logout-session', 'name a session where one is known')
    .option('--no-policy-uri', 'without a privacy policy')
    .option('--no-tos-uri', 'without terms')
    .option('--json', 'print JSON')
    .action((clientId: string, flags: Flags, command: Command) => {
      const changes = changesFrom(flags)
      if (Object.keys(changes).length === 0) {
        command.error('error: nothing is named that is to change, for example --name')
      }
      return onClients(async (sql, registrar) => {
        const updated = await registrar.updateClient(clientId, changes)
        if (!updated) throw new CommandError('There is no app with this client_id. See: countersign clients list')
        const { clientSecret } = updated
        const client = await findClient(sql, clientId)
        const notice = client ? claimsNoticeOf(client) : {}
        output.print(flags.json ? formatJson(clientId, clientSecret, notice) : formatText(clientSecret, notice))
      })
    })
}

function changesFrom(flags: Flags): ClientChanges {
  return {
    ...(flags.name !== undefined && { name: flags.name }),
    ...(flags.description !== undefined && { description: flags.description }),
    ...(flags.redirectUri && { redirectUris: flags.redirectUri }),
    ...(flags.scope && { scopes: flags.scope.map(parseScopeOption) }),
    ...(flags.logo && { logo: flags.logo }),
    ...(flags.claimsKey && { claimsEncryptionKey: flags.claimsKey }),
    ...(flags.plain && { claimsEncryptionKey: null }),
    ...(flags.requirePkce !== undefined && { requirePkce: flags.requirePkce }),
    ...(flags.requirePar !== undefined && { requirePushedRequests: flags.requirePar }),
    ...(flags.dpop !== undefined && { dpopBound: flags.dpop }),
    ...(flags.subjectType && { subjectType: flags.subjectType }),
    ...readProtocolFlags(flags),
  }
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
