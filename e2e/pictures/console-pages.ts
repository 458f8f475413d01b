import type { Page } from 'playwright-core'
import { openByToken } from '../support/console.ts'
import type { Row } from './pages.ts'
import { PHONE, type Stage, visit } from './stage.ts'

/** The operator's console. */
export const CONSOLE_PAGES: readonly Row[] = [
  ['console-entry', async (stage) => visitConsole(stage)],
  ['console-apps', (stage) => openConsole(stage)],
  ['console-menu', openMenu],
  ['console-app', (stage) => openConsole(stage, `app?client_id=${stage.demo.clientId}`)],
  ['console-app-test', (stage) => openPart(stage, 'test')],
  ['console-app-errors', (stage) => openPart(stage, 'errors')],
  ['console-app-scopes', (stage) => openPart(stage, 'scopes')],
  ['console-app-secrets', (stage) => openPart(stage, 'secrets')],
  ['console-scopes', (stage) => openConsole(stage, 'scopes')],
  ['console-claims', (stage) => openConsole(stage, 'claims')],
  ['console-resources', (stage) => openConsole(stage, 'resources')],
  ['console-register', (stage) => openConsole(stage, 'register')],
  ['console-tokens', (stage) => openConsole(stage, 'tokens')],
  ['console-keys', (stage) => openConsole(stage, 'keys')],
  ['console-people', (stage) => openConsole(stage, 'people')],
  ['console-account', openAccount],
  ['console-audit', openEvents],
  ['console-audit-details', openEvent],
  ['console-health', (stage) => openConsole(stage, 'health')],
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

async function openPart(stage: Stage, part: string): Promise<Page> {
  return openConsole(stage, `app?client_id=${stage.demo.clientId}&part=${part}`)
}

/** The audit trail, once the apps have their names. */
export async function openEvents(stage: Stage): Promise<Page> {
  const page = await openConsole(stage, 'audit')
  await page.locator('tbody a[href*="client_id"]').first().waitFor()
  return page
}

async function openEvent(stage: Stage): Promise<Page> {
  const page = await openEvents(stage)
  await page.locator('tbody button.row-link').first().click()
  return page
}

async function openAccount(stage: Stage): Promise<Page> {
  const page = await openConsole(stage, 'audit?event=authorization_request_approved')
  await page.locator('tbody a[href*="user_id"]').first().click()
  await page.locator('main dl').waitFor()
  return page
}

async function openMenu(stage: Stage): Promise<Page> {
  const page = await openConsole(stage)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Menu' }).click()
  return page
}
