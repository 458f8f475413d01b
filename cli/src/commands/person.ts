import { randomUUID } from 'node:crypto'
import {
  appIdentityOf,
  approvedScopes,
  buildReturnAddress,
  claimsToShare,
  createDevice,
  createMemoryStorage,
  type Device,
  findRequiredGap,
  NOTHING_CHOSEN,
  sharesOf,
} from '@countersign/device'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'

type Flags = { readonly core: string; readonly claim: Readonly<Record<string, string>>; readonly approve?: string }

/** `countersign person`: somebody made up, on a device without a page, for trying an app out from the command line. */
export function addPersonCommand(program: Command, { env, output }: CommandContext): void {
  program
    .command('person')
    .description('make up a person who signs up, fills a vault and approves a request (development only)')
    .option('--core <url>', 'where people sign up', 'http://localhost:8080')
    .option('--claim <name=value>', 'what stands in the vault; may be repeated', addClaim, { name: 'Ada Lovelace' })
    .option('--approve <url>', 'where an app sends a browser to sign in; what it may know is approved')
    .action(async ({ core, claim, approve }: Flags) => {
      if (env['NODE_ENV'] === 'production') throw new CommandError('countersign person is for development only.')
      const device = createDevice({ core: { url: core }, storage: createMemoryStorage(), name: 'command line' })
      const [login, password] = [`person-${randomUUID()}`, randomUUID()]
      const { recoveryKey } = await device.prepareAccount({ login, password })
      await device.createAccount({ login })
      await device.saveProfile({ values: claim })
      const approved = approve === undefined ? {} : { return_to: await approveRequest(device, approve) }
      output.print(JSON.stringify({ login, password, recovery_key: recoveryKey, ...approved }, undefined, 2))
    })
}

function addClaim(text: string, claims: Flags['claim']): Flags['claim'] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (value === '') throw new CommandError(`--claim takes name=value, not "${text}".`)
  return { ...claims, [name]: value }
}

/** Approves all that an app asks for and the vault has, and answers where the browser goes then. */
async function approveRequest(device: Device, address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual' })
  const id = new URL(response.headers.get('location') ?? address, address).searchParams.get('auth_request_id')
  if (id === null) throw new CommandError(`${address} does not lead to a request of an app.`)
  const [request, { claims: vault }] = [await device.readRequest({ id }), await device.refresh({})]
  const shares = sharesOf(request, { vault, selection: NOTHING_CHOSEN })
  const gap = findRequiredGap(shares)
  if (gap) throw new CommandError(`The app needs ${gap.claim}: add --claim ${gap.claim}=…`)
  const { client, subject } = request
  const answer = { id, appName: client.name, subject, scopes: approvedScopes(shares), claims: claimsToShare(shares) }
  const { code, state } = await device.approve({ ...appIdentityOf(request), ...answer })
  return buildReturnAddress(request, { code, state, iss: new URL(address).origin }) ?? ''
}
