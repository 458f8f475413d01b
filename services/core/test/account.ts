import type { MethodsChanged, SignedIn, UnlockMethodSummary } from '@countersign/contracts'
import {
  type Authenticator,
  type Ceremony,
  describeRecoveryKey,
  identifiers,
  keyStretching,
} from '@countersign/testing'
import {
  deriveRecovery,
  fromBase64url,
  newRecoveryKey,
  type OpeningMethod,
  type OpenVault,
  openVault,
  prepareCommit,
  prepareRotation,
  prepareUnlockChange,
  type UnlockMethod,
} from '@countersign/vault'
import { client } from '@serenity-kit/opaque'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { type PasskeyPerson, prfMethod, signUpWithPasskey } from './passkey-person.ts'
import { bearer, type Person, signUp } from './person.ts'

/** Somebody signed in on a device, with an open vault and the method that opened it. */
export type Account = {
  readonly userId: string
  readonly token: string
  readonly vault: OpenVault
  readonly using: OpeningMethod
}

const author = { device: 'test device', wroteAt: new Date('2026-01-01T12:00:00Z') }

export async function accountWithPassword(app: FastifyInstance, login: string): Promise<Account & Person> {
  const person = await signUp(app, { login, password: 'correct horse battery staple' })
  const method = { type: 'opaque', root: fromBase64url(person.exportKey) } as const
  return { ...person, userId: person.signedIn.user_id, using: { record: person.signedIn.unlock, method } }
}

export async function accountWithPasskey(app: FastifyInstance): Promise<Account & PasskeyPerson> {
  const person = await signUpWithPasskey(app)
  const using = { record: person.signedIn.unlock, method: prfMethod(person.authenticator) }
  return { ...person, userId: person.signedIn.user_id, using }
}

/** Opens the vault as it is now, with another method or session. */
export async function reopen(app: FastifyInstance, signedIn: SignedIn, method: UnlockMethod): Promise<Account> {
  const { session_token: token, user_id: userId, unlock: record } = signedIn
  const snapshot: unknown = (await app.inject({ url: '/api/vault/', headers: bearer(token) })).json()
  const { vault } = await openVault({ snapshot, userId, method })
  return { userId, token, vault, using: { record, method } }
}

/** A session from a recovery key, with the vault that it opens. */
export async function recover(app: FastifyInstance, { recovery }: Pick<Person, 'recovery'>): Promise<Account> {
  const payload = {
    rec_id: Buffer.from(recovery.recId).toString('base64url'),
    rec_auth: Buffer.from(recovery.recAuth).toString('base64url'),
  }
  const response = await app.inject({ method: 'POST', url: '/api/session/recovery/', payload })
  expect(response.statusCode, response.body).toBe(200)
  return reopen(app, response.json<SignedIn>(), { type: 'recovery', root: recovery.root })
}

/** A method on its way in: what opens the vault, and what the server will be told of it beside the record. */
export type Addition = { readonly method: UnlockMethod; readonly message: object }

export async function preparePassword(
  app: FastifyInstance,
  { token }: Pick<Account, 'token'>,
  { password, login }: { readonly password: string; readonly login?: string },
): Promise<Addition> {
  const { clientRegistrationState, registrationRequest } = client.startRegistration({ password })
  const response = await app.inject({
    method: 'POST',
    url: '/api/account/methods/password/start/',
    headers: bearer(token),
    payload: { registration_request: registrationRequest, ...(login !== undefined && { login }) },
  })
  expect(response.statusCode, response.body).toBe(200)
  const { registration_id, registration_response: registrationResponse } = response.json()
  const finish = { password, registrationResponse, clientRegistrationState, identifiers, keyStretching }
  const { exportKey, registrationRecord } = client.finishRegistration(finish)
  return {
    method: { type: 'opaque', root: fromBase64url(exportKey) },
    message: { type: 'password', registration_id, registration_record: registrationRecord },
  }
}

export async function preparePasskey(
  app: FastifyInstance,
  { token }: Pick<Account, 'token'>,
  { authenticator, ceremony = {} }: { readonly authenticator: Authenticator; readonly ceremony?: Ceremony },
): Promise<Addition> {
  const url = '/api/account/methods/passkey/start/'
  const started = await app.inject({ method: 'POST', url, headers: bearer(token), payload: {} })
  expect(started.statusCode, started.body).toBe(200)
  const { registration_id, options } = started.json()
  const response = authenticator.create(options, ceremony)
  return { method: prfMethod(authenticator), message: { type: 'passkey', registration_id, response } }
}

type Change = {
  readonly add?: Addition
  readonly replaceRecovery?: boolean
  readonly remove?: readonly string[]
}

/** The change of methods that a device sends, and what it would go on with. */
export async function prepareChange(
  app: FastifyInstance,
  account: Account,
  { add, replaceRecovery = false, remove = [] }: Change,
) {
  const recovery = await deriveRecovery(newRecoveryKey())
  const present = await listMethods(app, account)
  const replaced = present.filter(
    ({ type }) => (type === 'password' && add?.method.type === 'opaque') || (type === 'recovery' && replaceRecovery),
  )
  const added = [...(add ? [add.method] : []), ...(replaceRecovery ? [recoveryMethod(recovery)] : [])]
  const prepared = await prepareUnlockChange(account.vault, {
    ...author,
    add: added,
    remove: [...new Set([...remove, ...replaced.map(({ unlock_id }) => unlock_id)])],
    using: account.using,
  })
  const [first, last] = [prepared.added[0], prepared.added.at(-1)]
  const body = {
    ...(add && { add: { ...add.message, unlock: first } }),
    ...(replaceRecovery && { recovery: { ...describeRecoveryKey(recovery), unlock: last } }),
    remove,
    commit: prepared.commit,
  }
  return { body, etag: prepared.etag, next: prepared.next, added: prepared.added, recovery }
}

export function sendChange(app: FastifyInstance, { token }: Pick<Account, 'token'>, body: object, etag?: string) {
  return send(app, { url: '/api/account/methods/changes/', token, body, etag })
}

/** Changes the methods, and goes on under the new token. */
export async function change(app: FastifyInstance, account: Account, wanted: Change) {
  const prepared = await prepareChange(app, account, wanted)
  const { body, etag, next, recovery } = prepared
  const response = await sendChange(app, account, body, etag)
  expect(response.statusCode, response.body).toBe(200)
  const changed = response.json<MethodsChanged>()
  const record = prepared.added[0]
  const using = wanted.add && record ? { record, method: wanted.add.method } : account.using
  return { changed, recovery, account: { ...account, token: changed.signed_in.session_token, vault: next, using } }
}

export async function listMethods(
  app: FastifyInstance,
  { token }: Pick<Account, 'token'>,
): Promise<UnlockMethodSummary[]> {
  const response = await app.inject({ url: '/api/account/methods/', headers: bearer(token) })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ methods: UnlockMethodSummary[] }>().methods
}

/** A rotation to these methods and a new recovery key. */
export async function prepareRotate(account: Account, methods: readonly UnlockMethod[]) {
  const recovery = await deriveRecovery(newRecoveryKey())
  const prepared = await prepareRotation(account.vault, {
    ...author,
    methods: [...methods, recoveryMethod(recovery)],
    using: account.using,
    activity: [{ type: 'account_key_rotated', at: author.wroteAt.toISOString(), device: author.device }],
  })
  const body = { ...prepared.rotation, recovery: describeRecoveryKey(recovery) }
  return { body, etag: prepared.etag, next: prepared.next, recovery }
}

export function sendRotation(app: FastifyInstance, { token }: Pick<Account, 'token'>, body: object, etag?: string) {
  return send(app, { url: '/api/vault/rotate/', token, body, etag })
}

/** A commit that adds this many entries to the log, and nothing else. */
export async function prepareLogged(account: Account, entries: number) {
  const event = { type: 'exported', at: author.wroteAt.toISOString(), device: author.device } as const
  const activity = Array.from({ length: entries }, () => event)
  return prepareCommit(account.vault, { ...author, put: [], remove: [], activity })
}

export function sendCommit(app: FastifyInstance, { token }: Pick<Account, 'token'>, body: object, etag?: string) {
  return send(app, { url: '/api/vault/commits/', token, body, etag })
}

type Sending = { url: string; token: string; body: object; etag: string | undefined }

function send(app: FastifyInstance, { url, token, body, etag }: Sending) {
  const headers = { ...bearer(token), ...(etag !== undefined && { 'if-match': etag }) }
  return app.inject({ method: 'POST', url, headers, payload: body })
}

function recoveryMethod({ root }: Person['recovery']): UnlockMethod {
  return { type: 'recovery', root }
}
