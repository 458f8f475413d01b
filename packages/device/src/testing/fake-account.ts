import { randomUUID } from 'node:crypto'
import type { NewRecoveryKey } from '@countersign/contracts'
import type { ActivityEntry, VaultSnapshot } from '@countersign/vault'
import type { FastifyReply } from 'fastify'

/** An account as the fake keeps it. The token of its one session stays the user id until it is renewed. */
export type Account = {
  readonly userId: string
  /** The password's record, and the name that it was registered under. */
  password?: { login: string; record: string } | undefined
  recovery: NewRecoveryKey
  vault: VaultSnapshot
  readonly activity: ActivityEntry[]
  readonly tokens: Set<string>
}

export type FakeState = {
  readonly accounts: Map<string, Account>
  readonly serverSetup: string
  /** Registrations of passwords under way: the name is kept with the record. */
  readonly registrations: Map<string, { login: string; userId: string }>
}

/** What every sign-in answers. */
export function signIn(account: Account, token: string = account.userId) {
  account.tokens.add(token)
  return { session_token: token, user_id: account.userId, device_token: 'cs_dt_fake' }
}

/** The session goes on under a new token, and every other one ends. */
export function renew(account: Account) {
  account.tokens.clear()
  return signIn(account, randomUUID())
}

/** A sign-in that shows the token of the open session renews it. */
export function signInOrStepUp(state: FakeState, headers: Headers, account: Account) {
  return sessionOf(state, headers) === account ? renew(account) : signIn(account)
}

type Headers = { readonly authorization?: string | undefined }

export function sessionOf({ accounts }: FakeState, { authorization = '' }: Headers): Account | undefined {
  const token = authorization.replace('Bearer ', '')
  return [...accounts.values()].find(({ tokens }) => tokens.has(token))
}

export function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: 'Refused.', code })
}
