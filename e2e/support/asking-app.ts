import { type RegisteredClient, registerClient } from '@countersign/provider'
import { type CountersignSettings, createCountersign, type SignInOptions } from '@countersign/sdk'
import type { Page } from 'playwright-core'
import { APP_REDIRECT_URI } from './app-page.ts'
import { lend } from './shared.ts'
import { type Served } from './system.ts'

type Registration = Parameters<typeof registerClient>[1]

export type AskingApp = {
  readonly client: RegisteredClient
  begin(options?: {
    readonly redirectUri?: string
    readonly claimsDecryptionKey?: string
    readonly credentialIssuers?: CountersignSettings['credentialIssuers']
    readonly asked?: SignInOptions
  }): Promise<AppFlow>
}

export type AppFlow = {
  /** Where the app sends the browser. */
  readonly url: string
  readonly state: string
  /** Redeems the code in the browser's address. */
  finish(page: Pick<Page, 'url'>): ReturnType<ReturnType<typeof createCountersign>['finishSignIn']>
}

export async function registerApp(
  system: Served,
  {
    scopes,
    ...registration
  }: Omit<Registration, 'redirectUris' | 'scopes'> &
    Partial<Pick<Registration, 'redirectUris'>> & {
      readonly scopes: Readonly<Record<string, { readonly reason?: string; readonly required?: boolean }>>
    },
): Promise<AskingApp> {
  const client = await registerClient(system.providerSql, {
    redirectUris: [APP_REDIRECT_URI],
    ...registration,
    scopes: Object.entries(scopes).map(([name, { reason = '', required = false }]) => ({ name, reason, required })),
  })
  return {
    client,
    begin: async ({ redirectUri = APP_REDIRECT_URI, claimsDecryptionKey, credentialIssuers, asked } = {}) => {
      const app = createCountersign({
        issuer: system.providerUrl,
        clientId: client.clientId,
        redirectUri,
        scopes: Object.keys(scopes),
        credentialIssuers,
        ...(client.clientSecret && { clientSecret: client.clientSecret }),
        ...(claimsDecryptionKey ? { claimsDecryptionKey } : { allowPlainClaims: true }),
      })
      const { url, flow } = await app.beginSignIn(asked)
      return { url, state: flow.state, finish: (page) => app.finishSignIn(page.url(), flow) }
    },
  }
}

/** An app registered before the tests of this block. */
export function useApp(...registration: Parameters<typeof registerApp>): AskingApp {
  return lend(() => registerApp(...registration))
}
