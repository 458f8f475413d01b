import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, expectNoOverflow, findSmallTargets, look, PAGES, useBrowser } from '../support/browser.ts'
import { credentialsQuery } from '../support/credentials-query.ts'
import {
  approveOnPage,
  newPerson,
  openBrowser,
  openRequest,
  signInByPasskeyOnPage,
  signUpToVault,
} from '../support/person.ts'
import { startSystem } from '../support/system.ts'
import { ADA, startUniversity } from '../support/university.ts'

describe('a credential of an issuer', () => {
  const university = startBeforeAll(() => startUniversity({ batchSize: 2 }))
  /** Its list is asked for after it has revoked a degree. */
  const strict = startBeforeAll(() => startUniversity())
  const system = startBeforeAll(() =>
    startSystem('postgresql', 'together', {
      settings: { CREDENTIAL_ISSUERS: [university, strict].map(({ issuer }) => new URL(issuer).origin).join() },
    }),
  )
  const browser = useBrowser()
  let jobs: AskingApp
  let letters: AskingApp
  let clinic: AskingApp
  let claimsDecryptionKey: string
  let publicJwk: AppKey['publicJwk']
  beforeAll(async () => {
    const key = await newAppKey()
    claimsDecryptionKey = JSON.stringify(key.privateJwk)
    publicJwk = key.publicJwk
    jobs = await registerAsking(publicJwk, { openid: {} })
    letters = await registerAsking(publicJwk, { openid: {}, email: {} })
    clinic = await registerAsking(publicJwk, { openid: {} }, strict)
  })

  function registerAsking(
    claimsEncryptionKey: AppKey['publicJwk'],
    scopes: Readonly<Record<string, object>>,
    issuedBy = university,
  ) {
    return registerApp(system, {
      name: 'email' in scopes ? 'Harbour Letters' : 'Harbour Jobs',
      scopes,
      claimsEncryptionKey,
      credentialsRequested: credentialsQuery({
        vct: issuedBy.vct,
        issuers: [issuedBy.issuer],
        claims: ['degree', 'family_name'],
        reason: 'To invite you.',
      }),
    })
  }

  const begin = (app = jobs, { issuer, vct } = university) =>
    app.begin({
      claimsDecryptionKey,
      credentialIssuers: [{ issuer, types: [vct], name: 'Demo University' }],
    })
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const isInSight = async (card: Locator) => {
    const { y = -1, height = 0 } = (await card.boundingBox()) ?? {}
    return y >= 0 && y + height <= (await card.page().evaluate(() => innerHeight))
  }
  const issuedBy = () => `Issued by Demo University (${new URL(university.issuer).host})`

  test('is fetched by its link and code, kept as a card, shared in parts, again in one gesture, and removed', async () => {
    const { page, problems } = await openBrowser(browser)
    const authenticator = await addAuthenticator(page)
    await signUpToVault(page, system)
    await page.getByRole('link', { name: 'Add from a link' }).click()
    await expectHeading(page, 'Add what was issued to you')
    const { link, code } = university.offer(ADA)
    await page
      .getByLabel('Link')
      .fill('https://elsewhere.example/?credential_offer_uri=https%3A%2F%2Felsewhere.example')
    await button(page, 'Open').click()
    await page.getByText('This service doesn’t accept this issuer.').waitFor()
    await page.getByLabel('Link').fill(link)
    await button(page, 'Open').click()
    await page.getByRole('heading', { name: 'Demo University offers you:' }).waitFor()
    await look(page, 'credential-offer')
    await button(page, 'Add to my vault').click()
    await page.getByText('Enter the code from the issuer.').waitFor()
    await page.getByLabel('Code from the issuer').fill(code === '0000' ? '0001' : '0000')
    await button(page, 'Add to my vault').click()
    await page.getByText('That code didn’t work').waitFor()
    await page.getByLabel('Code from the issuer').fill(code)
    await button(page, 'Add to my vault').click()
    await expectHeading(page, 'Added to your vault')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    const card = page.getByRole('article', { name: 'University degree' })
    await expect.poll(() => card.innerText()).toMatch(/Demo University\s+localhost:\d+[^]*Ada Lovelace\s+Valid until/)
    expect(await isInSight(card)).toBe(true)
    await look(page, 'credential-added')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Go to your vault' }).click()
    await expectHeading(page, 'Your vault')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('ARTICLE')
    expect(await isInSight(card)).toBe(true)
    // The front has the name of the type, the back all that it says; the focus stays where it was pressed.
    const details = card.getByRole('button', { name: 'Details', expanded: false })
    await details.focus()
    await page.keyboard.press('Enter')
    await card.getByText('BSc Mathematics').waitFor()
    await card.getByText('July 1, 2025').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('true')
    await look(page, 'credential-back')
    await page.keyboard.press('Enter')
    await card.getByText('Ada Lovelace').waitFor()
    // A card that still turns is smaller than it will be.
    await card.evaluate((each) => Promise.all(each.getAnimations({ subtree: true }).map((turn) => turn.finished)))
    expect(await findSmallTargets(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 1280, height: 720 })

    const flow = await begin()
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByText(issuedBy()).waitFor()
    await page.getByRole('switch', { name: 'Share Family name' }).click()
    const summary = page.locator('#summary')
    await expect.poll(() => summary.innerText()).toMatch(/Degree, from Demo University$/)
    await look(page, 'consent-credential')
    await approveOnPage(page)
    const { verifiedClaims } = await flow.finish(page)
    expect(verifiedClaims).toMatchObject([{ claims: { degree: 'BSc Mathematics' } }])
    expect(verifiedClaims[0]?.claims).not.toHaveProperty('family_name')

    const again = await begin()
    const used = authenticator.uses()
    await page.goto(again.url)
    await expectHeading(page, 'Continue to Harbour Jobs')
    await page.getByText('Degree, from Demo University').waitFor()
    await look(page, 'quick-approval-credential')
    await button(page, 'Continue').click()
    await expectHeading(page, 'The app')
    expect(authenticator.uses()).toBe(used + 1)
    expect((await again.finish(page)).verifiedClaims).toMatchObject([{ claims: { degree: 'BSc Mathematics' } }])

    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await page.getByRole('link', { name: 'Apps' }).click()
    const fact = (label: string) => page.locator('.apps-facts > div').filter({ hasText: label })
    for (const label of ['Received', 'Next time']) await fact(label).getByText('Degree, from Demo University').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'apps-phone')
    await button(page, 'Change What Harbour Jobs gets next time').click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('switch', { name: 'Share Degree' }).isChecked()).toBe(true)
    await look(page, 'apps-next-credential')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByText('Show values').click()
    await page.getByText(issuedBy()).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText(issuedBy()).first().waitFor()
    await button(page, 'Receipt Harbour Jobs').first().click()
    await page.getByText(issuedBy()).waitFor()

    const withoutOpenid = new URL((await begin(letters)).url)
    withoutOpenid.searchParams.set('scope', 'email')
    await page.goto(withoutOpenid.href)
    await signInByPasskeyOnPage(page)
    await page.getByText('can’t be shared alone').waitFor()
    expect(await button(page, 'Approve').isDisabled()).toBe(true)

    await page.goto(`${system.webUrl}/sign-in`)
    await signInByPasskeyOnPage(page)
    await card.getByText('Enough for 1 more app').waitFor()
    await page.getByText('Each app gets a copy of its own').waitFor()
    await look(page, 'credential-running-out')
    await card.getByRole('button', { name: 'Details' }).click()
    await card.getByRole('link', { name: 'Get new ones' }).click()
    await button(page, `Continue to ${new URL(university.issuer).host}`).waitFor()
    await look(page, 'credential-renewal')
    await page.getByRole('link', { name: 'Back to your vault' }).click()
    await card.getByRole('button', { name: 'Details' }).click()
    await look(page, 'credential-running-out-back')
    await button(page, 'Remove University degree').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => card.count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('may be missing: the page says so, and the approval goes through', PAGES, async () => {
    const { passkey } = await newPerson(system)
    const flow = await begin()
    const { page, problems } = await openRequest(browser, flow.url, { passkey })
    await page.getByText('You don’t have one from an issuer this app trusts.').waitFor()
    await approveOnPage(page)
    expect(await flow.finish(page)).toMatchObject({ verifiedClaims: [], refusedCredentials: [] })
    expect(problems).toEqual([])
  })

  test('that its issuer revokes says so on its card, is off at consent, and is refused by the app', PAGES, async () => {
    const { passkey } = await newPerson(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    const { link, code } = strict.offer(ADA)
    await page.goto(`${system.webUrl}/credentials${link.slice(link.indexOf('?'))}`)
    await signInByPasskeyOnPage(page)
    await page.getByLabel('Code from the issuer').fill(code)
    await button(page, 'Add to my vault').click()
    await expectHeading(page, 'Added to your vault')
    strict.degrees.setStatus(strict.degrees.list()[0]?.idx ?? 0, 'revoked')
    await page.getByRole('link', { name: 'Go to your vault' }).click()
    const card = page.getByRole('article', { name: 'University degree' })
    await expect.poll(() => card.innerText()).toMatch(/Revoked\s+As of \w+ \d+, \d{4}, says its issuer/)
    await page.setViewportSize({ width: 390, height: 844 })
    await look(page, 'credential-revoked')

    const flow = await begin(clinic, strict)
    await page.goto(flow.url)
    await signInByPasskeyOnPage(page)
    await page.getByText('Its issuer has revoked or suspended it.').waitFor()
    const degree = page.getByRole('switch', { name: 'Share University degree' })
    expect(await degree.isChecked()).toBe(false)
    await look(page, 'consent-credential-revoked')
    await degree.click()
    await approveOnPage(page)
    expect(await flow.finish(page)).toMatchObject({ verifiedClaims: [], refusedCredentials: ['revoked'] })
    expect(problems).toEqual([])
  })

  test('comes by a link to the vault, which is opened first', PAGES, async () => {
    const { passkey } = await newPerson(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    const { link, code } = university.offer(ADA)
    await page.goto(`${system.webUrl}/credentials${link.slice(link.indexOf('?'))}`)
    await page.getByText(`Sign in to see what ${new URL(university.issuer).host} offers you.`).waitFor()
    await look(page, 'credential-offer-sign-in')
    await signInByPasskeyOnPage(page)
    await page.getByLabel('Code from the issuer').fill(code)
    await button(page, 'Add to my vault').click()
    await page.getByRole('heading', { name: 'Added to your vault' }).waitFor()
    expect(problems).toEqual([])
  })

  test('comes by a sign-in at its issuer: the page leads there, and takes the answer with its vault locked', async () => {
    const { passkey } = await newPerson(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    const { signInLink } = university.offer(ADA)
    const offer = `${system.webUrl}/credentials${signInLink.slice(signInLink.indexOf('?'))}`
    await page.goto(offer)
    await signInByPasskeyOnPage(page)
    const host = new URL(university.issuer).host
    await page.getByText(`You sign in at ${host} and agree.`).waitFor()
    await look(page, 'credential-sign-in-first')
    await button(page, `Continue to ${host}`).click()
    await page.getByText('You are signed in as Ada Lovelace.').waitFor()
    await button(page, 'Give it').click()
    await page.getByText(`Sign in to add what ${host} gives you.`).waitFor()
    // At once: code and state stay in no history.
    await expect.poll(() => page.url()).toBe(`${system.webUrl}/credentials`)
    await page.reload()
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Added to your vault')
    await page.getByRole('article', { name: 'University degree' }).getByText('Ada Lovelace').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('countersign.issuance'))).toBe(null)

    await page.goto(offer)
    await signInByPasskeyOnPage(page)
    await button(page, `Continue to ${host}`).click()
    await button(page, 'Cancel').click()
    await signInByPasskeyOnPage(page)
    await page.getByText('You declined at the issuer').waitFor()
    expect(problems).toEqual([])
  })

  test('that is used up is not offered to one more app, and the page says why', PAGES, async () => {
    const { passkey, device } = await newPerson(system)
    const { link, code } = university.offer(ADA)
    await device.readCredentialOffer({ link })
    await device.acceptCredentialOffer({ code })
    const { page, problems } = await openBrowser(browser, { passkey })
    for (const app of [jobs, letters]) {
      const flow = await begin(app)
      await page.goto(flow.url)
      await signInByPasskeyOnPage(page)
      await page.getByText(issuedBy()).waitFor()
      await approveOnPage(page)
      expect((await flow.finish(page)).verifiedClaims).toHaveLength(1)
    }
    const late = await registerAsking(publicJwk, { openid: {} })
    await page.goto((await begin(late)).url)
    await signInByPasskeyOnPage(page)
    await page.getByText('You have no unused copy for this app.').waitFor()
    await look(page, 'consent-credential-used-up')
    expect(problems).toEqual([])
  })

  test('of an answer that a link brings is refused: this tab began nothing', PAGES, async () => {
    const { passkey } = await newPerson(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    await page.goto(`${system.webUrl}/credentials?code=stolen&state=made-up`)
    await signInByPasskeyOnPage(page)
    await page.getByText('This answer doesn’t belong to anything that you began in this tab').waitFor()
    await look(page, 'credential-mismatch')
    await page.getByLabel('Link').fill(university.offer(ADA).link)
    await button(page, 'Open').click()
    await page.getByRole('heading', { name: 'Demo University offers you:' }).waitFor()
    expect(problems).toEqual([])
  })
})
