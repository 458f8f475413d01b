import type { PublicJwk } from '@countersign/contracts'
import {
  type Client,
  type ClientRegistration,
  checkIdTokenClaims,
  claimsNoticeOf,
  type RegisteredClient,
} from '@countersign/provider'
import { type Command, Option } from 'commander'
import { type MadeClaimsKey, parseClaimsKey } from '../claims-key.ts'
import { PLAIN_CLAIMS } from '../client-description.ts'
import { CommandError } from '../command-error.ts'
import { addProtocolOptions, collect, type ProtocolFlags, readProtocolFlags } from '../protocol-options.ts'
import { parseScopeOption } from '../scope-option.ts'
import type { ClientsContext } from '../with-provider-database.ts'

type Flags = {
  readonly name: string
  readonly redirectUri: readonly string[]
  readonly scope: readonly string[]
  readonly description?: string
  readonly logo?: Buffer
  readonly claimsKey?: PublicJwk
  readonly plain?: true
  readonly public?: true
  readonly requirePkce: boolean
  readonly json?: true
} & ProtocolFlags

const EXAMPLE = `
Example:
  countersign clients add --name "My App" --redirect-uri https://app.example/callback \\
    --scope openid --scope "email:required=To send you receipts."`

export function addClientsAddCommand(clients: Command, context: ClientsContext): void {
  const { output, readFile, onClients } = context
  const add = clients
    .command('add')
    .description('register an app')
    .requiredOption('--name <name>', 'the name that people see')
    .option('--redirect-uri <uri>', 'where people return to with a code; repeatable', collect, [])
    .requiredOption('--scope <name[:required][=reason]>', 'what the app may ask for, and why; repeatable', collect)
    .option('--description <text>', 'what the app is, in a sentence')
    .option('--logo <file>', 'a PNG, JPEG or WebP file', readFile)
    .option('--claims-key <file>', "the app's public key for sealed claims, in place of a new pair", (path) =>
      parseClaimsKey(path, readFile(path)),
    )
    .addOption(new Option('--plain', 'send it what people share in the open').conflicts('claimsKey'))
    .option('--public', 'an app without a secret: it runs on a device or in a browser')
    .option('--no-require-pkce', 'let an app with a secret go without PKCE')
  addProtocolOptions(add, readFile)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: Flags) => {
      const keyFile = keyFileOf(flags)
      const made = keyFile === undefined ? undefined : { keyFile, ...(await context.makeClaimsKey(keyFile)) }
      const claimsKey = made?.publicJwk ?? flags.claimsKey
      await onClients(async (_sql, registrar) => {
        const registration = { ...registrationFrom(flags), claimsEncryptionKey: claimsKey }
        const check = made && ((others: readonly Client[]) => refuseKeyOfAnother(others, made))
        const client = await registrar.registerClient(registration, check)
        const registered = { ...client, made }
        const notice = claimsNoticeOf({ claimsEncryptionKey: claimsKey })
        output.print(flags.json ? formatJson(registered, notice) : formatText(flags.name, registered, claimsKey))
      })
    })
  // Before the command goes to a running process: a private key is made where it is typed.
  clients.hook('preAction', async (_clients, action) => {
    const keyFile = action === add ? keyFileOf(add.opts()) : undefined
    if (keyFile !== undefined) await context.makeClaimsKey(keyFile)
  })
}

/**
 * Names are shortened to names of files, so those of two apps may be one. What is shared with one is not for the other.
 * @throws CommandError
 */
function refuseKeyOfAnother(clients: readonly Client[], { keyFile, publicJwk }: KeyInFile): void {
  const other = clients.find(({ claimsEncryptionKey: key }) => key?.crv === publicJwk.crv && key?.x === publicJwk['x'])
  if (!other) return
  throw new CommandError(`${keyFile} is the key of ${other.name}: move it away, or name a key with --claims-key.`)
}

/** Where the private half of a new pair goes; nothing where the app brings its own, or gets claims in the open. */
function keyFileOf({ name, claimsKey, plain, public: isPublic, idTokenClaims = false }: Flags): string | undefined {
  const isSealed = claimsKey !== undefined || !(plain || isPublic)
  checkIdTokenClaims({ idTokenClaims, isSealed })
  if (claimsKey || !isSealed) return undefined
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${word || 'app'}.claims-key.json`
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
  }
}

type KeyInFile = MadeClaimsKey & { readonly keyFile: string }

type Registered = RegisteredClient & { readonly made: KeyInFile | undefined }

function formatJson({ clientId, clientSecret, made }: Registered, notice: object): string {
  const fields = {
    client_id: clientId,
    ...(clientSecret && { client_secret: clientSecret }),
    ...(made && { claims_key_file: made.keyFile, claims_key_made: made.isNew }),
    ...notice,
  }
  return JSON.stringify(fields, undefined, 2)
}

function formatText(name: string, client: Registered, claimsKey: PublicJwk | undefined): string {
  const { clientId, clientSecret, made } = client
  const rows = [
    `  client_id      ${clientId}`,
    ...(clientSecret ? [`  client_secret  ${clientSecret}`] : []),
    ...(made ? [`  claims key     ${made.keyFile} (${made.isNew ? 'made now' : 'was there'})`] : []),
  ]
  return [
    `Registered ${name}.`,
    rows.join('\n'),
    describeSecret(clientSecret),
    describeKey(claimsKey, made?.keyFile),
  ].join('\n\n')
}

function describeSecret(clientSecret: string | undefined): string {
  return clientSecret
    ? 'Keep the secret now: only its hash is stored, so it is never shown again.'
    : 'It has no secret. A public client is protected by PKCE, one with private_key_jwt by its key.'
}

function describeKey(claimsKey: PublicJwk | undefined, keyFile: string | undefined): string {
  if (!claimsKey) return PLAIN_CLAIMS
  if (keyFile === undefined) return "What people share is sealed on their devices for the app's key."
  return `What people share is sealed on their devices for the claims key. Only you can read that file: it is in this folder
and nowhere else. Give it to the app (keepClaimsKey in the SDK), and to nobody besides.`
}
