import { coreMigrations } from '@countersign/core'
import { providerMigrations } from '@countersign/provider'
import { createLogger } from '@countersign/service/telemetry'
import { createServerDatabase, freePort } from '@countersign/testing'
import { startServer } from 'countersign'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Contexts } from './browser.ts'
import { openBrowser } from './person.ts'
import { useShared } from './shared.ts'
import { createSecrets } from './system.ts'

export const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'

/** One pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Env = Readonly<Record<string, string>>

/** The service with a console, shared by the test files of a worker. */
export function useConsole() {
  return useShared('console', startConsole, (system) => system.restart({}))
}

async function startConsole() {
  const database = await createServerDatabase(providerMigrations, coreMigrations)
  const own = { PORT: String(await freePort()), DATABASE_URL: database.url, DYNAMIC_REGISTRATION: 'token' }
  const env = { ...(await createSecrets()), ...own, ADMIN_TOKEN, DEVELOPER_REGISTRATION: 'people' }
  const start = (settings: Env) =>
    startServer({ env: { ...env, ...settings }, logger: createLogger({ level: 'silent' }) })
  let server = await start({})
  const url = `http://localhost:${own.PORT}`
  const administer = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
    return fetch(`${url}/api/admin/${path}`, { ...init, headers })
  }
  return {
    url,
    administer,
    /** Registers an app and answers its client id. */
    async register(name: string): Promise<string> {
      const body = JSON.stringify({
        name,
        redirect_uris: ['https://books.example/callback'],
        scopes: [{ name: 'openid', reason: '', required: true }],
        token_endpoint_auth_method: 'client_secret_basic',
      })
      const response = await administer('clients/', { method: 'POST', body })
      return ((await response.json()) as { client_id: string }).client_id
    },
    /** Whether the service takes this secret of an app. */
    async isTaken(clientId: string, secret: string): Promise<boolean> {
      const response = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' }),
      })
      return ((await response.json()) as { error: string }).error === 'invalid_grant'
    },
    /** Restarts the process at the same address with more settings. */
    async restart(settings: Env): Promise<void> {
      await server.close()
      server = await start(settings)
    },
    /** Lets time pass for the signing keys: published ones sign, and older ones sign no more. */
    async activateKeys(): Promise<void> {
      if (!server.database) throw new Error('The server has no database.')
      await server.database.sql`
        update provider.signing_keys
           set active_from = now() - interval '1 second',
               retires_at = case when retires_at is null then null else now() - interval '1 second' end
         where removed_at is null or removed_at > now()`
    },
  }
}

/** Opens the console by the administration token. */
export async function openByToken(page: Page, url: string, token = ADMIN_TOKEN): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Administration token').fill(token)
  await page.getByRole('button', { name: 'Open the console' }).click()
}

/** A new browser with the console open at this address, by the administration token. */
export async function openConsole(browser: Contexts, url: string, options?: BrowserContextOptions) {
  const opened = await openBrowser(browser, options)
  await openByToken(opened.page, url)
  await opened.page.getByRole('button', { name: 'Leave' }).waitFor()
  return opened
}

/** Opens a part of an app's page. */
export async function openPart(page: Page, name: string): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parts of this app' })
  await parts.getByRole('link', { name, exact: true }).click()
}

/** Presses a button that asks first, and confirms. */
export async function pressAndConfirm(page: Page, name: string, confirm: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
}
