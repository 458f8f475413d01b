import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@countersign/service/telemetry'
import { copyEmptyDatabase, freePort } from '@countersign/testing'
import { startServer } from 'countersign'
import type { Page } from 'playwright-core'
import { createSecrets } from './system.ts'

export const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'

type Env = Readonly<Record<string, string>>

export type ConsoleSystem = {
  readonly url: string
  /** Ends the process, and starts it anew at the same address with more settings. */
  restart(settings: Env): Promise<void>
  /** Lets so much time pass for the signing keys that those which are published sign, and the ones before sign no more. */
  activateKeys(): Promise<void>
  close(): Promise<void>
}

/** The whole service in one process, with a console to look after it. */
export async function startConsole(): Promise<ConsoleSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-console-'))
  const port = String(await freePort())
  const own = { PORT: port, DATA_DIR: copyEmptyDatabase(join(folder, 'data')), DYNAMIC_REGISTRATION: 'token' }
  const env = { ...(await createSecrets()), ...own, ADMIN_TOKEN, DEVELOPER_REGISTRATION: 'people' }
  const start = (settings: Env) =>
    startServer({ env: { ...env, ...settings }, logger: createLogger({ level: 'silent' }) })
  let server = await start({})
  return {
    url: `http://localhost:${port}`,
    restart: async (settings) => {
      await server.close()
      server = await start(settings)
    },
    activateKeys: async () => {
      const { sql } = present(server.database)
      await sql`
        update provider.signing_keys
           set active_from = now() - interval '1 second',
               retires_at = case when retires_at is null then null else now() - interval '1 second' end
         where removed_at is null or removed_at > now()`
    },
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The server has no database.')
  return value
}

/** Opens the console by the administration token. */
export async function openByToken(page: Page, url: string, token = ADMIN_TOKEN): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Administration token').fill(token)
  await page.getByRole('button', { name: 'Open the console' }).click()
}
