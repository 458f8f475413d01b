import type { PublicJwk } from '@countersign/contracts'
import type { ClientRegistration, RegisteredClient } from '@countersign/provider'
import type { Command } from 'commander'
import { parseClaimsKey } from '../claims-key.ts'
import { addProtocolOptions, collect, type ProtocolFlags, readProtocolFlags } from '../protocol-options.ts'
import { parseScopeOption } from '../scope-option.ts'
import type { ClientsContext } from '../with-provider-database.ts'

type Flags = {
  readonly name: string
  readonly redirectUri: readonly string[]
  readonly scope: readonly string[]
  readonly description?: string
  readonly logo?: Buffer
  readonly claimsEncryptionJwk?: PublicJwk
  readonly public?: true
  readonly requirePkce: boolean
  readonly json?: true
} & ProtocolFlags

const EXAMPLE = `
Example:
  countersign clients add --name "My App" --redirect-uri https://app.example/callback \\
    --scope openid --scope "email:required=To send you receipts."`

export function addClientsAddCommand(clients: Command, { output, readFile, onClients }: ClientsContext): void {
  const add = clients
    .command('add')
    .description('register an app')
    .requiredOption('--name <name>', 'the name that people see')
    .requiredOption('--redirect-uri <uri>', 'where people return to; repeatable', collect)
    .requiredOption('--scope <name[:required][=reason]>', 'what the app may ask for, and why; repeatable', collect)
    .option('--description <text>', 'what the app is, in a sentence')
    .option('--logo <file>', 'a PNG, JPEG or WebP file', readFile)
    .option(
      '--claims-encryption-jwk <file>',
      "the app's public key: people's devices seal what they share for it",
      (path) => parseClaimsKey(path, readFile(path)),
    )
    .option('--public', 'an app without a secret: it runs on a device or in a browser')
    .option('--no-require-pkce', 'let an app with a secret go without PKCE')
  addProtocolOptions(add, readFile)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action((flags: Flags) =>
      onClients(async (_sql, registrar) => {
        const client = await registrar.registerClient(registrationFrom(flags))
        output.print(flags.json ? formatJson(client) : formatText(flags.name, client))
      }),
    )
}

function registrationFrom(flags: Flags): ClientRegistration {
  return {
    name: flags.name,
    redirectUris: flags.redirectUri,
    scopes: flags.scope.map(parseScopeOption),
    requirePkce: flags.requirePkce,
    ...(flags.public && { authenticationMethod: 'none' }),
    ...readProtocolFlags(flags),
    ...(flags.description !== undefined && { description: flags.description }),
    ...(flags.logo && { logo: flags.logo }),
    ...(flags.claimsEncryptionJwk && { claimsEncryptionKey: flags.claimsEncryptionJwk }),
  }
}

function formatJson({ clientId, clientSecret }: RegisteredClient): string {
  return JSON.stringify({ client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) }, undefined, 2)
}

function formatText(name: string, { clientId, clientSecret }: RegisteredClient): string {
  const secret = clientSecret
    ? `\n  client_secret  ${clientSecret}\n\nKeep the secret now: only its hash is stored, so it is never shown again.`
    : '\n\nIt has no secret. A public client is protected by PKCE, one with private_key_jwt by its key.'
  return `Registered ${name}.\n\n  client_id      ${clientId}${secret}`
}
