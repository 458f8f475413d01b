import { newAppKey } from '@countersign/data-token/testing'
import type { CallInput, ClaimValues, Device } from '@countersign/device'
import type { RegisteredClient } from '@countersign/provider'
import { type CompletedSignIn, createCountersign } from '@countersign/sdk'
import { type CoreAddress, signUp } from '@countersign/testing'
import { APP_REDIRECT_URI } from './app-page.ts'
import { registerApp } from './asking-app.ts'
import { release } from './returning.ts'
import type { Registered } from './start-flow.ts'
import type { Served } from './system.ts'

type Core = { readonly system: Registered & Served }
export type KeptApp = Readonly<Awaited<ReturnType<typeof registerKeptApp>>>

/** An app that people may keep up to date, as it keeps its tokens. */
export async function registerKeptApp(
  core: Core,
  { name = 'Books', ...registration }: Partial<Parameters<typeof registerApp>[1]> = {},
) {
  const key = await newAppKey('X25519')
  const scopes = { openid: {}, email: {}, profile: {}, address: {} }
  const { client, ...registered } = await registerApp(core.system, {
    name,
    scopes,
    claimsEncryptionKey: key.publicJwk,
    keepsUpToDate: true,
    ...registration,
  })
  const claimsDecryptionKey = JSON.stringify(key.privateJwk)
  const begin: typeof registered.begin = (options) => registered.begin({ claimsDecryptionKey, ...options })
  return { client, begin, clientId: client.clientId, key }
}

/** A new person who keeps an app up to date. */
export async function signUpKept(core: Core & CoreAddress, app: KeptApp, values: ClaimValues) {
  const person = await signUp(core)
  return { ...person, session: await signInAt(core, { device: person.device, app, values }) }
}

export const UPDATE = 'POST /api/internal/grant-updates/'

/** Confirms what the page shows of every app that would get something. */
export async function sendAll(device: Device) {
  const updates = await device.listUpdates({})
  return device.sendUpdates({ updates: updates.filter(({ changes }) => Object.keys(changes).length > 0) })
}

type SigningIn = { readonly device: Device; readonly app: KeptApp; readonly values: ClaimValues }

/** Approves for the app, which fetches its tokens: a session that it refreshes. */
export async function signInAt(
  core: Core,
  { device, app, values }: SigningIn,
  grant: CallInput<'approve'>['grant'] = { keeps_up_to_date: true },
) {
  const { redeem } = await release(core, { device, app, values, approval: { grant } })
  return keepSession(core, app, await redeem())
}

/** An app's session as the SDK has it keep one. */
export function keepSession(core: Core, app: KeptApp, { tokens, dataState: first }: CompletedSignIn) {
  let { refreshToken = '' } = tokens
  let dataState = first
  const sdk = createCountersign({
    issuer: core.system.providerUrl,
    clientId: app.clientId,
    clientSecret: app.client.clientSecret,
    redirectUri: APP_REDIRECT_URI,
    claimsDecryptionKey: JSON.stringify(app.key.privateJwk),
  })
  return {
    /** An answer that the app never gets: it keeps its tokens and state. */
    ask: () => askForTokens(core.system.providerUrl, app.client, refreshToken),
    /** @throws SignInError for a refused update */
    async refresh() {
      const { tokens: next, data, refusedData } = await sdk.refresh(refreshToken, { dataState })
      refreshToken = next.refreshToken ?? ''
      dataState = data?.dataState ?? dataState
      if (refusedData) throw refusedData
      return data
    },
  }
}

type TokenAnswer = Readonly<Partial<Record<'refresh_token' | 'data_token' | 'error', string>>>

async function askForTokens(issuer: string, { clientId, clientSecret = '' }: RegisteredClient, refreshToken: string) {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })
  const response = await fetch(`${issuer}/oauth/token/`, { method: 'POST', body })
  return (await response.json()) as TokenAnswer
}
