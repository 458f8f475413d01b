import type { Page } from 'playwright-core'
import { openByToken } from '../support/console.ts'
import type { Row } from './pages.ts'
import { type Stage, visit } from './stage.ts'

/** The operator's console. */
export const CONSOLE_PAGES: readonly Row[] = [
  ['console-entry', async (stage) => visitConsole(stage)],
  ['console-apps', (stage) => openConsole(stage)],
  ['console-app', (stage) => openConsole(stage, `app?client_id=${stage.demo.clientId}`)],
  ['console-register', (stage) => openConsole(stage, 'register')],
  ['console-tokens', (stage) => openConsole(stage, 'tokens')],
  ['console-keys', (stage) => openConsole(stage, 'keys')],
  ['console-audit', (stage) => openConsole(stage, 'audit')],
  ['console-figures', (stage) => openConsole(stage, 'figures')],
]

async function visitConsole(stage: Stage): Promise<Page> {
  const page = await stage.open()
  await page.goto(`${stage.demo.url}/console`)
  await page.locator('main input').waitFor()
  return page
}

async function openConsole(stage: Stage, path?: string): Promise<Page> {
  const page = await stage.open()
  await openByToken(page, `${stage.demo.url}/console`)
  await page.locator('main tbody tr').first().waitFor()
  return path === undefined ? page : visit(page, `/console/${path}`)
}
