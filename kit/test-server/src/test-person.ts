import { randomUUID } from 'node:crypto'
import {
  approvedScopes,
  buildReturnAddress,
  type CallInput,
  type CallOutput,
  type ClaimItem,
  createDevice,
  createMemorySessions,
  createMemoryStorage,
  DENIED,
  type Device,
  findRequiredGap,
  NOTHING_CHOSEN,
  type Selection,
  sharesOf,
  shownClaims,
  toFailure,
} from '@countersign/device'
import { CommandError } from 'countersign/internal/command-error.ts'
import { findAuthorizationRequest } from 'countersign/internal/dev/find-authorization-request.ts'
import type { RunningServer } from 'countersign/internal/server.ts'
import type { Approval, TestMail, TestPerson, TestPersonOptions } from './test-server.ts'

type RequestDetails = CallOutput<'readRequest'>

/** Approves a request as the page would, and returns the app's callback. */
function answerRequest(person: Person, url: string, approval: Approval): Promise<string> {
  return explained(async () => {
    const { device, issuer } = person
    const id = await findRequestOf(person, url)
    if (new URL(url).searchParams.get('prompt') === 'none') return answerSilently(person, id)
    const request = await confirmed(person, () => device.readRequest({ id }))
    const { claims: vault } = await holdValues(person, approval.values ?? {})
    const shares = sharesOf(request, { vault, selection: selectionOf(request, vault, approval) })
    const gap = findRequiredGap(shares)
    if (gap) throw new CommandError(`The app needs ${gap.claim}: createPerson({ claims: { ${gap.claim}: '…' } }).`)
    const grant = grantOf(request, approval)
    const answer = { id, scopes: approvedScopes(shares), claims: shownClaims(shares, vault), grant }
    const { code, state } = await confirmed(person, () => device.approve(answer))
    return buildReturnAddress(request, { code, state, iss: issuer }) ?? ''
  })
}

function denyRequest(person: Person, url: string): Promise<string> {
  return explained(async () => {
    const id = await findRequestOf(person, url)
    const request = await person.device.readRequest({ id })
    const { state } = await person.device.deny({ id })
    return buildReturnAddress(request, { ...DENIED, state, iss: person.issuer }) ?? ''
  })
}

/** Answers without the person, as the page does (OpenID Connect Core §3.1.2.1). */
async function answerSilently({ device, issuer }: Person, id: string): Promise<string> {
  const answer = await device.answerSilently({ id })
  if ('code' in answer) {
    return buildReturnAddress(answer.app, { code: answer.code, state: answer.state, iss: issuer }) ?? ''
  }
  const query = new URLSearchParams({ auth_request_id: id, error: answer.error })
  const response = await fetch(`${issuer}/oauth/authorize/unanswered?${query.toString()}`, { redirect: 'manual' })
  return response.headers.get('location') ?? response.url
}

/** @throws CommandError where the address is not one of this server's */
function findRequestOf({ issuer }: Person, url: string): Promise<string> {
  if (URL.canParse(url) && new URL(url).origin === issuer) return findAuthorizationRequest(url)
  throw new CommandError(
    `People answer what is asked at ${issuer}. Give them where the app sends the browser: the location of its redirect.`,
  )
}

/** Adds missing values; existing ones stay. */
async function holdValues(
  { device }: Person,
  values: Readonly<Record<string, string>>,
): Promise<CallOutput<'refresh'>> {
  const held = await device.refresh({})
  const missing = Object.entries(values).filter(([name, value]) => !findItem(held.claims, name, value))
  if (missing.length === 0) return held
  return device.saveItems({ put: missing.map(([name, value]) => ({ name, value })), remove: [] })
}

function findItem(vault: readonly ClaimItem[], name: string, value: string): ClaimItem | undefined {
  return vault.find((item) => item.name === name && item.value === value)
}

/** @throws CommandError for scopes and claims that were not requested */
function selectionOf(request: RequestDetails, vault: readonly ClaimItem[], approval: Approval): Selection {
  const { scopes: chosen, without = [], values = {} } = approval
  const details = request.scope_details
  const names = details.map(({ name }) => name)
  refuseUnknown('scope', chosen ?? [], names)
  const claims = details.flatMap((scope) => scope.claims)
  refuseUnknown('claim', [...without, ...Object.keys(values)], claims)
  const left = details.filter(({ name }) => chosen?.includes(name) === false)
  const required = left.find((scope) => scope.required)
  if (required)
    throw new CommandError(`The app does not work without ${required.name}: deny the request, or approve it.`)
  const ids = Object.entries(values).map(([name, value]) => [name, findItem(vault, name, value)?.id ?? ''])
  return {
    ...NOTHING_CHOSEN,
    scopesOff: new Set(left.map(({ name }) => name)),
    claimsOff: new Set(without),
    chosen: Object.fromEntries(ids),
  }
}

function refuseUnknown(kind: string, named: readonly string[], asked: readonly string[]): void {
  const unknown = named.find((name) => !asked.includes(name))
  if (unknown === undefined) return
  throw new CommandError(`The app did not ask for the ${kind} "${unknown}". It asked for: ${asked.join(', ')}.`)
}

/** @throws CommandError if it cannot be kept up to date */
function grantOf({ client }: RequestDetails, { once, until, keepUpToDate }: Approval) {
  if (keepUpToDate && (once || !client.keeps_up_to_date)) {
    throw new CommandError('Only an app with metadata: { keeps_up_to_date: true } is kept up to date, and not by once.')
  }
  if (once) return { once: true } as const
  const kept = keepUpToDate ? ({ keeps_up_to_date: true } as const) : undefined
  return until ? { ends_at: until.toISOString(), ...kept } : kept
}

/** Changes the vault, then confirms each update that this makes. */
async function changeValues({ device }: Person, values: Readonly<Record<string, string>>): Promise<void> {
  await device.saveProfile({ values })
  const updates = (await device.listUpdates({})).filter(({ changes }) => Object.keys(changes).length > 0)
  const sent = await device.sendUpdates({ updates: updates.map(({ clientId, changes }) => ({ clientId, changes })) })
  const failed = sent.find(({ failure }) => failure !== undefined)
  if (failed) throw new CommandError(`The app ${failed.clientId} was not sent the change: ${failed.failure}.`)
}

type Person = {
  readonly device: Device
  readonly issuer: string
  readonly credentials: { readonly login: string; readonly password: string }
}

const HINTS: Readonly<Record<string, string>> = {
  request_expired: 'The request has expired, or its app has pushed another one since.',
  request_not_pending: 'The request was answered before.',
  not_found: 'Another person has opened this request: a request is for one person.',
  offline: 'The server was stopped, or is another one.',
}

/**
 * Turns a failure of the device into a sentence for the test.
 * @throws CommandError, or the error if it is not the device's
 */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    const { code } = toFailure(cause)
    if (cause instanceof CommandError || code === 'bug') throw cause
    throw new CommandError(HINTS[code] ?? `The person's device refuses: ${code}.`, { cause })
  }
}

/** Steps up by password if the device asks for it, then repeats `work`. */
async function confirmed<Result>({ device, credentials }: Person, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { purpose } = toFailure(error)
    if (!purpose || purpose.act === 'recover') throw error
    await device.stepUpByPassword({ ...credentials, purpose } satisfies CallInput<'stepUpByPassword'>)
    return work()
  }
}

export async function expireRequest({ url: issuer, database }: RunningServer, url: string | URL): Promise<string> {
  const id = await findAuthorizationRequest(String(url))
  if (!database) throw new Error('The provider runs without a database.')
  await database.sql`update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`
  const response = await fetch(`${issuer}/oauth/return?auth_request_id=${id}`, { redirect: 'manual' })
  return response.headers.get('location') ?? response.url
}

/** Fast: the passwords are thrown away after the test. */
const STRETCHING = { memory: 8, iterations: 1, parallelism: 1 }

type Running = { readonly issuer: string; readonly mails: () => readonly TestMail[] }

/** Signs a person up, confirms the recovery key and fills the vault. */
export async function createTestPerson(
  { issuer, mails }: Running,
  { claims = {}, verified = [], inBrowser = false }: TestPersonOptions,
): Promise<TestPerson> {
  const credentials = { login: `person-${randomUUID()}`, password: randomUUID() }
  const device = createDevice({
    core: { url: issuer },
    storage: createMemoryStorage(),
    sessions: createMemorySessions(),
    name: 'test run',
    ...(!inBrowser && { keyStretching: STRETCHING }),
  })
  const person: Person = { device, issuer, credentials }
  return explained(async () => {
    const { userId } = await device.createAccount(credentials)
    await device.showRecoveryKey({})
    await device.confirmRecoveryKey({})
    const { claims: vault } = await device.saveProfile({ values: claims })
    for (const name of verified) await verifyClaim(device, mails, requireClaim(vault, name))
    return {
      subject: userId,
      ...credentials,
      approve: (url, approval = {}) => answerRequest(person, String(url), approval),
      deny: (url) => denyRequest(person, String(url)),
      saveClaims: (values) => explained(async () => void (await device.saveProfile({ values }))),
      change: (values) => explained(() => changeValues(person, values)),
      revoke: ({ clientId }) =>
        explained(async () => void (await device.revokeApp({ clientId, name: 'an app under test' }))),
    }
  })
}

function requireClaim(vault: readonly ClaimItem[], claim: string): ClaimItem {
  const item = vault.find(({ name }) => name === claim)
  if (!item) throw new CommandError(`A ${claim} that is verified needs a value: claims: { ${claim}: '…' }.`)
  return item
}

async function verifyClaim(device: Device, mails: Running['mails'], { id, value }: ClaimItem): Promise<void> {
  await device.startVerification({ itemId: id, language: 'en' })
  const mail = mails().find(({ to }) => to === value)
  const [code = ''] = /\b\d{6}\b/.exec(mail?.text ?? '') ?? []
  await device.finishVerification({ code })
}
