import type { ClientScope, PublicJwk } from '@countersign/contracts'
import {
  type Client,
  type ClientRegistration,
  checkIdTokenClaims,
  claimsNoticeOf,
  type RegisteredClient,
} from '@countersign/provider'
import type { Command } from 'commander'
import { type MadeClaimsKey, PLAIN_CLAIMS } from '../claims-key.ts'
import { addClientOptions, type ClientFlags, readClientOptions } from '../client-options.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { alsoFindMissing } from '../command-line.ts'
import { formatJson } from '../output.ts'
import { type JsonFlag, onProvider } from '../provider-commands.ts'

type Flags = ClientFlags &
  JsonFlag & {
    readonly name: string
    readonly scope: readonly ClientScope[]
    readonly claimsKey?: PublicJwk
    readonly idTokenClaims?: boolean
    readonly public?: true
    readonly redirectUri?: readonly string[]
    readonly grantType?: readonly string[]
  }

const EXAMPLE = `
Example:
  countersign clients add --name "My App" --redirect-uri https://app.example/callback \\
    --scope openid --scope "email:required=To send you receipts."`

export function addClientsAddCommand(clients: Command, context: CommandContext): void {
  const { output, readFile } = context
  const add = clients.command('add').description('register an app')
  addClientOptions(add, readFile, 'add')
    .option('--public', 'an app without a secret: it runs on a device or in a browser')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLE)
    .action(async (flags: Flags) => {
      const keyFile = keyFileOf(flags)
      const made = keyFile === undefined ? undefined : { keyFile, ...(await context.makeClaimsKey(keyFile)) }
      const claimsKey = made?.publicJwk ?? flags.claimsKey
      await onProvider(context, async (_sql, registrar) => {
        const registration: ClientRegistration = {
          ...(flags.public && { authenticationMethod: 'none' }),
          ...readClientOptions(flags),
          name: flags.name,
          scopes: flags.scope,
          claimsEncryptionKey: claimsKey,
        }
        const check = made && ((others: readonly Client[]) => refuseKeyOfAnother(others, made))
        const client = await registrar.registerClient(registration, check)
        const registered = { ...client, made }
        const notice = claimsNoticeOf({ claimsEncryptionKey: claimsKey })
        output.print(flags.json ? describeJson(registered, notice) : formatText(flags.name, registered, claimsKey))
      })
    })
  alsoFindMissing(add, () => {
    const { redirectUri, grantType }: Flags = add.opts()
    const takesCodes = grantType === undefined || grantType.includes('authorization_code')
    return redirectUri === undefined && takesCodes ? ['--redirect-uri <uri>'] : []
  })
  // Runs before the command goes to a running process: the private key stays where the command is typed.
  clients.hook('preAction', async (_clients, action) => {
    const keyFile = action === add ? keyFileOf(add.opts()) : undefined
    if (keyFile !== undefined) await context.makeClaimsKey(keyFile)
  })
}

/**
 * Different app names may give one file name, and claims for one app are not for the other.
 * @throws CommandError
 */
function refuseKeyOfAnother(clients: readonly Client[], { keyFile, publicJwk }: KeyInFile): void {
  const other = clients.find(({ claimsEncryptionKey: key }) => key?.crv === publicJwk.crv && key?.x === publicJwk['x'])
  if (!other) return
  throw new CommandError(`${keyFile} is the key of ${other.name}: move it away, or name a key with --claims-key.`)
}

/** Where a new private key goes; undefined if the app brings its own key or gets plain claims. */
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

type KeyInFile = MadeClaimsKey & { readonly keyFile: string }

type Registered = RegisteredClient & { readonly made: KeyInFile | undefined }

function describeJson({ clientId, clientSecret, made }: Registered, notice: object): string {
  return formatJson({
    client_id: clientId,
    ...(clientSecret && { client_secret: clientSecret }),
    ...(made && { claims_key_file: made.keyFile, claims_key_made: made.isNew }),
    ...notice,
  })
}

function formatText(name: string, { clientId, clientSecret, made }: Registered, claimsKey?: PublicJwk): string {
  const rows = [
    `  client_id      ${clientId}`,
    ...(clientSecret ? [`  client_secret  ${clientSecret}`] : []),
    ...(made ? [`  claims key     ${made.keyFile} (${made.isNew ? 'made now' : 'was there'})`] : []),
  ]
  const sections = [`Registered ${name}.`, rows.join('\n'), describeSecret(clientSecret), describeKey(claimsKey, made)]
  return sections.join('\n\n')
}

function describeSecret(clientSecret: string | undefined): string {
  return clientSecret
    ? 'Keep the secret now: only its hash is stored, so it is never shown again.'
    : 'It has no secret. A public client is protected by PKCE, one with private_key_jwt by its key.'
}

function describeKey(claimsKey: PublicJwk | undefined, made: KeyInFile | undefined): string {
  if (!claimsKey) return PLAIN_CLAIMS
  if (!made) return "People's devices seal shared claims for the app's key."
  return `People's devices seal shared claims for the claims key. Only you can read that file: it is in this folder
and nowhere else. Give it to the app (keepClaimsKey in the SDK), and to nobody besides.`
}
