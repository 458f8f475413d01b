import { randomUUID } from 'node:crypto'
import { SCOPE_CATALOGUE } from '@countersign/contracts'
import {
  approvedScopes,
  buildReturnAddress,
  ClientError,
  createDevice,
  createMemoryStorage,
  type Device,
  findRequiredGap,
  NOTHING_CHOSEN,
  sharesOf,
  shownClaims,
} from '@countersign/device'
import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { CommandError } from '../command-error.ts'
import { findAuthorizationRequest } from '../dev/find-authorization-request.ts'

type Flags = {
  readonly core: string
  readonly claim: Readonly<Record<string, string>>
  readonly approve?: string
  readonly invitation?: string
}

export function addPersonCommand(program: Command, { env, output }: CommandContext): void {
  program
    .command('person')
    .description('make up a person who signs up, fills a vault and approves a request (development only)')
    .option('--core <url>', 'where people sign up', parseAddress, 'http://localhost:8080')
    .option('--claim <name=value>', 'a claim in the vault; repeatable', parseClaim, { name: 'Ada Lovelace' })
    .option('--approve <url>', 'an authorization URL of an app: approves the request', parseAddress)
    .option('--invitation <link>', 'where sign-ups need one (SIGN_UPS=invited)', parseInvitation)
    .action(async ({ core, claim, approve, invitation }: Flags) => {
      if (env['NODE_ENV'] === 'production') throw new CommandError('countersign person is for development only.')
      const id = approve === undefined ? undefined : await findAuthorizationRequest(approve)
      const device = createDevice({ core: { url: core }, storage: createMemoryStorage(), name: 'command line' })
      const [login, password] = [`person-${randomUUID()}`, randomUUID()]
      const work = async () => {
        await device.createAccount({ login, password, invitation })
        const { recoveryKey } = await device.showRecoveryKey({})
        await device.confirmRecoveryKey({})
        await device.saveProfile({ values: claim })
        const approved = id === undefined ? {} : { return_to: await approveRequest(device, id, approve ?? core) }
        output.print(JSON.stringify({ login, password, recovery_key: recoveryKey, ...approved }, undefined, 2))
      }
      await work().catch((error: unknown) => explainFailure(error, core))
    })
}

/** Approves every requested scope that the vault can fill, and returns the app's callback. */
async function approveRequest(device: Device, id: string, address: string): Promise<string> {
  const [request, { claims: vault }] = [await device.readRequest({ id }), await device.refresh({})]
  const shares = sharesOf(request, { vault, selection: NOTHING_CHOSEN })
  const gap = findRequiredGap(shares)
  if (gap) throw new CommandError(`The app needs ${gap.claim}: add --claim ${gap.claim}=…`)
  const answer = { id, scopes: approvedScopes(shares), claims: shownClaims(shares, vault) }
  const { code, state } = await device.approve(answer)
  return buildReturnAddress(request, { code, state, iss: new URL(address).origin }) ?? ''
}

const CLAIMS = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)

/** @throws CommandError */
function parseAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/$/, '')
  throw new CommandError(`"${text}" is not an address: it must begin with http:// or https://.`)
}

/** The token of a link, or alone. @throws CommandError */
function parseInvitation(text: string): string {
  const [token] = /cs_inv_[\w-]{43}$/.exec(text) ?? []
  if (token !== undefined) return token
  throw new CommandError('--invitation takes a whole link of: countersign invitations create')
}

/** Adds `name=value` to the earlier claims. */
function parseClaim(text: string, claims: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (value === '') throw new CommandError(`--claim takes name=value, not "${text}".`)
  if (CLAIMS.includes(name)) return { ...claims, [name]: value }
  throw new CommandError(`There is no claim "${name}". There are: ${CLAIMS.join(', ')}.`)
}

/**
 * Turns a failure of the device into a sentence.
 * @throws CommandError, or the error if it is not the device's
 */
function explainFailure(error: unknown, core: string): never {
  if (!(error instanceof ClientError)) throw error
  const { code, retryAfterSeconds } = error.failure
  if (code === 'too_many_requests') {
    const wait = retryAfterSeconds === undefined ? 'later' : `in ${Math.ceil(retryAfterSeconds / 60)} minutes`
    throw new CommandError(`One network may sign up only so often: try again ${wait}, or raise RATE_LIMIT_SIGN_UPS.`)
  }
  if (code === 'invitation_required' || code === 'invalid_invitation') {
    throw new CommandError(
      'This service takes people by invitation: make one (countersign invitations create), then --invitation LINK',
    )
  }
  if (code === 'sign_ups_closed') throw new CommandError('This service takes no new people: SIGN_UPS is closed.')
  if (code === 'offline' || code === 'timeout') {
    throw new CommandError(`Nothing answers at ${core}. Start it (countersign dev), or say where it is: --core URL`)
  }
  if (code === 'not_found' || code === 'unexpected_answer') {
    throw new CommandError(`The server at ${core} is not Countersign, or does not know the request. See: --core URL`)
  }
  throw new CommandError(`That did not work: ${code}.`)
}
