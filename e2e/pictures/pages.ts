import type { Page } from 'playwright-core'
import { openByToken } from '../support/console.ts'
import { signInByPasskeyOnPage } from '../support/person.ts'
import { ADA, type Stage, visit } from './stage.ts'

/** A page to look at: its name, and the way there. Other states of it are looked at by the browser tests. */
export type Row = readonly [name: string, open: (stage: Stage) => Promise<Page>]

const FOR_ANYONE = [
  '/',
  '/sign-in',
  '/sign-up',
  '/sign-up#password',
  '/recovery',
  '/device',
  '/another-device',
  '/nothing-here',
  '/oauth/logout',
  '/logout#AAAA',
  '/oauth/authorize?client_id=unknown',
]
const FOR_USERS = ['/credentials', '/apps', '/activity', '/methods', '/sessions', '/account']
const IN_THE_CONSOLE = [
  'scopes',
  'claims',
  'resources',
  'register',
  'tokens',
  'keys',
  'people',
  'audit',
  'health',
  'figures',
]
const PARTS_OF_AN_APP = ['', 'test', 'errors', 'scopes', 'secrets']

const rowsOf = (kind: string, paths: readonly string[], open: (stage: Stage, path: string) => Promise<Page>) =>
  paths.map((path): Row => [nameOf(`${kind} ${path}`), (stage) => open(stage, path)])

export const PAGES: readonly Row[] = [
  ...rowsOf('', FOR_ANYONE, at),
  ['sign-in-known', async (stage) => at(stage, '/sign-in', await stage.openVault(stage.ada.passkey))],
  ['consent', async (stage) => signIn(await at(stage, shopSignIn(stage), await stage.openVault(stage.ada.passkey)))],
  ['consent-plain', consentPlain],
  ['consent-unknown', (stage) => at(stage, '/consent?auth_request_id=0190b5a4-7c4e-7cc2-9c39-2f9a4f4f0000')],
  ['quick-approval', quickApproval],
  ['vault', openAda],
  ['vault-empty', async (stage) => stage.openVault((await stage.newPerson()).passkey)],
  ...rowsOf('', FOR_USERS, async (stage, path) => visit(await openAda(stage), path)),
  ['shop', (stage) => at(stage, stage.shopUrl)],
  ['mailbox', (stage) => at(stage, stage.demo.mailboxUrl)],
  ['university', (stage) => at(stage, stage.demo.universityUrl)],
  ['console-apps', (stage) => openConsole(stage)],
  ...rowsOf('console', IN_THE_CONSOLE, openConsole),
  ...rowsOf('console app', PARTS_OF_AN_APP, (stage, part) =>
    openConsole(stage, `app?client_id=${stage.demo.clientId}&part=${part}`),
  ),
]

function nameOf(text: string): string {
  return (
    (text.split('?')[0] ?? '')
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'home'
  )
}

/** Opens an address, of the service unless it has an origin. */
export async function at(stage: Stage, address: string, known?: Page): Promise<Page> {
  const page = known ?? (await stage.open())
  await page.goto(new URL(address, stage.demo.url).href)
  await page.locator('h1').waitFor()
  return page
}

const shopSignIn = ({ shopUrl }: Stage) => `${shopUrl}/sign-in`

async function openAda(stage: Stage): Promise<Page> {
  return stage.openVault(stage.ada.passkey)
}

export async function signIn(page: Page): Promise<Page> {
  await signInByPasskeyOnPage(page)
  await page.locator('.bar').waitFor()
  return page
}

async function consentPlain(stage: Stage): Promise<Page> {
  const page = await stage.openVault((await stage.newPerson(ADA)).passkey)
  return signIn(await at(stage, (await stage.plain.begin()).url, page))
}

async function quickApproval(stage: Stage): Promise<Page> {
  const { passkey } = await stage.newPerson(ADA)
  const page = await stage.openVault(passkey)
  await signIn(await at(stage, shopSignIn(stage), page))
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(`${stage.shopUrl}/`)
  await at(stage, shopSignIn(stage), page)
  await page.getByRole('button', { name: /change/i }).waitFor()
  return page
}

async function openConsole(stage: Stage, path?: string): Promise<Page> {
  const page = await stage.open()
  await openByToken(page, `${stage.demo.url}/console`)
  await page.locator('main tbody tr').first().waitFor()
  return path === undefined ? page : visit(page, `/console/${path}`)
}

/** The audit trail, once the apps have their names. */
export async function openEvents(stage: Stage): Promise<Page> {
  const page = await openConsole(stage, 'audit')
  await page.locator('tbody a[href*="client_id"]').first().waitFor()
  return page
}
