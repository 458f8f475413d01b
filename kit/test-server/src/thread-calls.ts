import type { MessagePort } from 'node:worker_threads'
import type { Approval, TestApp, TestAppOptions, TestMail, TestPersonOptions } from './test-server.ts'

type OfServer = { readonly issuer: string }
type OfPerson = OfServer & { readonly subject: string }

export type StartInput = {
  readonly app: TestAppOptions
  readonly settings: Readonly<Record<string, string>>
  readonly cacheFolder: string
  readonly isLogged: boolean
  /** Receives what the server writes. */
  readonly written: MessagePort
}

/** A mail comes before the answer to the request that sent it. */
export type Written = { readonly mail: TestMail } | { readonly line: string }

/** Calls of the test server's thread: input and output, which are copied. Servers and people are named, not passed. */
export type ThreadCalls = {
  start: [StartInput, OfServer & { readonly app: TestApp; readonly adminToken: string }]
  addApp: [OfServer & { readonly options: TestAppOptions }, TestApp]
  createPerson: [
    OfServer & { readonly options: TestPersonOptions },
    Readonly<Record<'subject' | 'login' | 'password', string>>,
  ]
  approve: [OfPerson & { readonly url: string; readonly approval: Approval }, string]
  deny: [OfPerson & { readonly url: string }, string]
  saveClaims: [OfPerson & { readonly claims: Readonly<Record<string, string>> }, void]
  change: [OfPerson & { readonly claims: Readonly<Record<string, string>> }, void]
  revoke: [OfPerson & { readonly clientId: string }, void]
  expire: [OfServer & { readonly url: string }, string]
  stop: [OfServer, void]
}

export type CallName = keyof ThreadCalls
export type CallInput<Name extends CallName> = ThreadCalls[Name][0]
export type CallOutput<Name extends CallName> = ThreadCalls[Name][1]

export type ToThread = { readonly id: number; readonly name: CallName; readonly input: CallInput<CallName> }

/** `cause` only of a bug. */
export type Failure = { readonly name: string; readonly message: string; readonly cause: string | undefined }

export type Answer = { readonly output: CallOutput<CallName> } | { readonly failure: Failure }

export type FromThread = Answer & { readonly id: number }
