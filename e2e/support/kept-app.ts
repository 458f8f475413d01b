import {
  importClaimsKeys,
  openSealedClaims,
  readDataTokenKeys,
  readPrivateClaimsKeys,
  verifyDataUpdate,
} from '@countersign/data-token'
import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import type { CallInput, ClaimValues, Device } from '@countersign/device'
import type { RegisteredClient } from '@countersign/provider'
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

/** Approves for the app, which fetches its tokens: a session that it refreshes. */
export async function signInAt(
  core: Core,
  { device, app, values }: { readonly device: Device; readonly app: KeptApp; readonly values: ClaimValues },
  grant: CallInput<'approve'>['grant'] = { keeps_up_to_date: true },
) {
  const { redeem } = await release(core, { device, app, values, approval: { grant } })
  return keepSession(core, app, (await redeem()).tokens.refreshToken ?? '')
}

/** The tokens of one sign-in. `refresh` answers the update that came along. */
function keepSession(core: Core, app: KeptApp, first: string) {
  let refreshToken = first
  const ask = (token = refreshToken) => askForTokens(core.system.providerUrl, app.client, token)
  return {
    ask,
    async refresh() {
      const { refresh_token: next = '', data_token: update } = await ask()
      refreshToken = next
      return update === undefined ? undefined : openUpdate(core, app, update)
    },
  }
}

async function askForTokens(issuer: string, { clientId, clientSecret = '' }: RegisteredClient, refreshToken: string) {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
  const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret })
  const response = await fetch(`${issuer}/oauth/token/`, { method: 'POST', body })
  return (await response.json()) as Readonly<Partial<Record<'refresh_token' | 'data_token' | 'error', string>>>
}

async function openUpdate({ system }: Core, { clientId, key }: { clientId: string; key: AppKey }, update: string) {
  const response = await fetch(`${system.providerUrl}/.well-known/jwks.json`)
  const { keys } = (await response.json()) as { readonly keys: readonly { readonly alg?: string }[] }
  const own = await readDataTokenKeys(JSON.stringify({ keys: keys.filter(({ alg }) => alg === 'ES256') }))
  const verified = await verifyDataUpdate(update, own, { issuer: system.providerUrl, audience: clientId })
  const keysOfApp = await importClaimsKeys(readPrivateClaimsKeys(JSON.stringify(key.privateJwk)))
  return { ...(await openSealedClaims(verified, keysOfApp)), version: verified.version }
}
