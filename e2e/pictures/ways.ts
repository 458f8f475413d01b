import type { Authenticator } from '@countersign/testing'
import type { Page } from 'playwright-core'
import {
  createAccountByPasskeyOnPage,
  fillClaim,
  keepRecoveryKey,
  newPasskey,
  openVaultPage,
  signInByPasskeyOnPage,
} from '../support/person.ts'
import { ADA, endVisit, forgetShifts, type Stage, visit } from './stage.ts'

type Known = { readonly passkey: Authenticator }

/** Opens an address, of the service unless it has an origin. */
export async function at(stage: Stage, address: string, known?: Page): Promise<Page> {
  const page = known ?? (await stage.open())
  await page.goto(new URL(address, stage.demo.url).href)
  await page.locator('h1').waitFor()
  return page
}

export async function press(page: Page, name: string | RegExp): Promise<Page> {
  await endVisit(page)
  await page.getByRole('button', { name }).first().click()
  return page
}

/** Opens everything that folds. */
export async function openAll(page: Page): Promise<Page> {
  await page.locator('main').waitFor()
  await page.locator('details').first().waitFor()
  await endVisit(page)
  const closed = page.locator('main details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
  return page
}

/** The shop's request, or this one, in the browser of a person or of a newcomer. */
export async function asked(stage: Stage, known?: Known, url = `${stage.shopUrl}/sign-in`): Promise<Page> {
  return at(stage, url, known && (await stage.openVault(known.passkey)))
}

export async function signIn(page: Page): Promise<Page> {
  await signInByPasskeyOnPage(page)
  await page.locator('.bar').waitFor()
  return page
}

export async function signUp(stage: Stage): Promise<Page> {
  const page = await at(stage, '/sign-up', await stage.open({ passkey: newPasskey(stage.system) }))
  await createAccountByPasskeyOnPage(page)
  await page.locator('.recovery-key').waitFor()
  return page
}

export async function keepKey(page: Page): Promise<Page> {
  await keepRecoveryKey(page)
  return page
}

export async function weakPassword(stage: Stage): Promise<Page> {
  const page = await at(stage, '/sign-up#password')
  await page.locator('main input').first().fill('grace@example.org')
  await page.locator('main input[type=password]').first().fill('thisismypassword')
  await press(page, 'Create account')
  await page.locator('main :is([role=alert], [aria-invalid=true], .notice)').first().waitFor()
  return page
}

export async function recover(stage: Stage): Promise<Page> {
  const { recoveryKey } = await stage.newPerson()
  const page = await at(stage, '/recovery', await stage.open({ passkey: newPasskey(stage.system) }))
  await page.locator('main input').first().fill(recoveryKey)
  await page.locator('main button[type=submit]').click()
  await page.locator('main input[type=password]').first().waitFor()
  return page
}

export async function finishRecovery(stage: Stage): Promise<Page> {
  const page = await press(await recover(stage), /Create a (?:new )?passkey/)
  await keepKey(page)
  await page.locator('main button[type=submit]').click()
  await page.waitForFunction(() => document.querySelector('main input') === null)
  return page
}

export async function logout(stage: Stage, isSignedIn: boolean): Promise<Page> {
  return at(stage, '/oauth/logout', isSignedIn ? await stage.openVault(stage.ada.passkey) : undefined)
}

export async function wrongValue(stage: Stage): Promise<Page> {
  const page = await signIn(await asked(stage, await stage.newPerson()))
  await page.getByLabel(/^E-?mail address$/i).fill('ada@')
  await press(page, 'Approve')
  await page.locator('[aria-invalid=true]').waitFor()
  return page
}

/** The recovery key comes with the first approval of a newcomer. */
export async function approveFirst(stage: Stage): Promise<Page> {
  const page = await at(stage, `${stage.shopUrl}/sign-in`, await stage.open({ passkey: newPasskey(stage.system) }))
  await createAccountByPasskeyOnPage(page)
  await press(page, 'Approve')
  await page.locator('.recovery-key').waitFor()
  return page
}

export async function signInToShop(stage: Stage): Promise<Page> {
  const page = await signIn(await asked(stage, await stage.newPerson(ADA)))
  await press(page, 'Approve')
  await page.waitForURL(`${stage.shopUrl}/`)
  return page
}

export async function deny(stage: Stage): Promise<Page> {
  const page = await press(await signIn(await asked(stage, stage.ada)), 'Deny')
  await page.waitForURL(`${stage.shopUrl}/**`)
  return page
}

export async function quickApproval(stage: Stage): Promise<Page> {
  const { passkey } = await stage.newPerson(ADA)
  const page = await stage.openVault(passkey)
  await signIn(await at(stage, `${stage.shopUrl}/sign-in`, page))
  await press(page, 'Approve')
  await page.waitForURL(`${stage.shopUrl}/`)
  await at(stage, `${stage.shopUrl}/sign-in`, page)
  await page.getByRole('button', { name: /change/i }).waitFor()
  return page
}

/** The request takes the place of the quick approval after the passkey's answer, which is no shift. */
export async function changeQuickApproval(stage: Stage): Promise<Page> {
  const page = await press(await quickApproval(stage), /change/i)
  await page.locator('.consent-lines').waitFor()
  await forgetShifts(page)
  return page
}

/** An answer without content leaves the browser where it is. */
export async function leave(stage: Stage): Promise<Page> {
  const page = await signIn(await asked(stage, await stage.newPerson(ADA)))
  await page.route(`${stage.shopUrl}/callback**`, (route) => route.fulfill({ status: 204 }))
  await press(page, 'Approve')
  await page.locator('.bar').waitFor({ state: 'detached' })
  return page
}

/** Says what changed last, which this browser cannot know. */
export async function newToVault(stage: Stage): Promise<Page> {
  const page = await stage.open({ passkey: stage.ada.passkey })
  await openVaultPage(page, stage.system)
  return page
}

export async function editVault(page: Page): Promise<Page> {
  await fillClaim(page, 'Nickname', 'Countess')
  await page.locator('.bar').waitFor()
  return page
}

/** Fetches a degree of Demo University, up to the offer in the vault. */
async function openOffer(stage: Stage, page: Page): Promise<{ readonly page: Page; readonly code: string }> {
  await at(stage, stage.demo.universityUrl, page)
  await press(page, 'Issue it')
  const code = await page.locator('code').innerText()
  await at(stage, (await page.locator('a.action').getAttribute('href')) ?? '', page)
  return { page, code }
}

export async function followOffer(stage: Stage, page: Page): Promise<Page> {
  return (await openOffer(stage, page)).page
}

export async function offerInVault(stage: Stage): Promise<Page> {
  const { page } = await openOffer(stage, await stage.open({ passkey: stage.ada.passkey }))
  await signInByPasskeyOnPage(page)
  await page.locator('input[name=username]').waitFor({ state: 'detached' })
  return page
}

export async function addDegree(stage: Stage) {
  const { passkey } = await stage.newPerson(ADA)
  const { page, code } = await openOffer(stage, await stage.open({ passkey }))
  await signInByPasskeyOnPage(page)
  await page.locator('input[name=username]').waitFor({ state: 'detached' })
  await page.getByLabel(/code/i).fill(code)
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('heading', { name: 'Added to your vault' }).waitFor()
  return { page, passkey }
}

/** The passkey of a person with a degree in the vault. */
export async function graduate(stage: Stage): Promise<Known> {
  const { page, passkey } = await addDegree(stage)
  await page.context().close()
  return { passkey }
}

export async function turnCard(stage: Stage): Promise<Page> {
  const page = await stage.openVault((await graduate(stage)).passkey)
  await endVisit(page)
  await page.locator('.credential-turn').first().click()
  return page
}

export async function confirmAccess(stage: Stage): Promise<Page> {
  const page = await visit(await stage.openVault(stage.ada.passkey), '/account')
  await endVisit(page)
  // The last of the copies is the service's records.
  await page.getByRole('button', { name: /^Save/ }).last().click()
  await page.getByRole('dialog').waitFor()
  return page
}

export async function mailbox(stage: Stage): Promise<Page> {
  const vault = await stage.openVault((await stage.newPerson(ADA)).passkey)
  await press(vault, /^Verify/)
  await vault.getByRole('dialog').waitFor()
  const page = await at(stage, stage.demo.mailboxUrl)
  await page.locator('article').first().waitFor()
  return page
}
