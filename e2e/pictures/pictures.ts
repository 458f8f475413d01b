/** Takes the pictures of the documents: tools/pictures.ts runs it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openByToken } from '../support/console.ts'
import { fillClaim, keepRecoveryKey, newPasskey, openVaultPage, signInByPasskeyOnPage } from '../support/person.ts'
import { type ColorScheme, createCamera, develop, FILMED_PHONE } from './film.ts'
import { ADA, PHONE, prepareStage, type Stage } from './stage.ts'
import { pictureOfStored } from './stored-and-read.ts'

const IMAGES = join(import.meta.dirname, '../../docs/images')

const CAPTIONS = [
  'A shop asks you to sign in. You’re new.',
  'A new passkey opens your vault.',
  'You see the exact values, and choose. They’re encrypted for the shop.',
  'You save a recovery key, once.',
  'Only you and the shop can read them.',
  'Next time: two taps and your passkey.',
  'A new address? Send it with one tap.',
]

const prepared = await prepareStage()
try {
  await takePictures(prepared)
} finally {
  await prepared.close()
}

/** In light and dark. */
async function takePictures(stage: Stage): Promise<void> {
  mkdirSync(IMAGES, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const save = (name: string, image: Buffer) => {
      const file = `${name}-${colorScheme}.${name === 'first-visit' ? 'webp' : 'png'}`
      writeFileSync(join(IMAGES, file), image)
      process.stdout.write(`docs/images/${file.padEnd(28)} ${Math.round(image.length / 1024)} KiB\n`)
    }
    await takePages(stage, colorScheme, save)
    const { film, page } = await filmFirstVisit(stage, colorScheme)
    save('first-visit', film)
    save('stored-and-read', await pictureOfStored(stage, page, colorScheme))
  }
  await takeConsole(stage)
}

/** The operator's pages, for their guide: in light alone. */
async function takeConsole(stage: Stage): Promise<void> {
  const page = await openEvents(stage)
  await page.setViewportSize({ width: 1280, height: 800 })
  const image = await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 80 })
    .toBuffer()
  writeFileSync(join(IMAGES, 'console.webp'), image)
  process.stdout.write(`docs/images/console.webp ${Math.round(image.length / 1024)} KiB\n`)
  await page.context().close()
}

type Save = (name: string, image: Buffer) => void

async function takePages(stage: Stage, colorScheme: ColorScheme, save: Save): Promise<void> {
  const { passkey } = await stage.newPerson(ADA)
  const page = await stage.openVault(passkey, { viewport: PHONE, deviceScaleFactor: 2, colorScheme })
  save('vault', await page.screenshot())
  await at(stage, `${stage.shopUrl}/sign-in`, page)
  save('unlock', await page.screenshot())
  await signIn(page)
  save('consent', await page.screenshot())
  await page.context().close()
}

/** From the shop's button to its greeting: a new user, who then comes back. */
async function filmFirstVisit(stage: Stage, colorScheme: ColorScheme) {
  const page = await stage.open({ passkey: newPasskey(stage.system), ...FILMED_PHONE, colorScheme })
  const camera = createCamera(page)
  const signInLink = page.locator('a[href="/sign-in"]')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const greeting = page.getByRole('heading', { name: /^Hello/ })

  await at(stage, stage.shopUrl, page)
  await camera.show(0, 1.2)
  await camera.tap(0, signInLink)
  await page.getByLabel('Your name').waitFor()
  await camera.show(1, 0.8)
  await button('Create a passkey').scrollIntoViewIfNeeded()
  await page.getByLabel('Your name').fill(ADA.name)
  await camera.show(1, 0.7)
  await camera.pointAt(1, button('Create a passkey'))
  await camera.askForPasskey(1, 'create')
  await camera.askForPasskey(1, 'use')
  await button('Create a passkey').click()

  await page.locator('.bar').waitFor()
  await camera.show(2, 1.4)
  await page.getByLabel('Email address', { exact: true }).fill(ADA.email)
  await camera.show(2, 1.2)
  await page.getByLabel('Phone number', { exact: true }).fill(ADA.phone)
  await page.getByText('Encrypted: only').scrollIntoViewIfNeeded()
  await camera.show(2, 1.2)
  await camera.tap(2, page.getByRole('switch', { name: 'Keep this up to date' }))
  await camera.tap(2, button('Approve'))
  await keepRecoveryKey(page, async (step) => {
    await camera.show(3, 1.2)
    if (step === 'recovery-key') await camera.pointAt(3, button('I’ve saved it'))
  })
  await camera.tap(3, button('Confirm and approve'))
  await greeting.waitFor()
  await camera.show(4, 2)

  await page.locator('.top button').click()
  await camera.tap(5, signInLink)
  await page.getByRole('heading', { name: /^Continue to/ }).waitFor()
  await camera.show(5, 1)
  await camera.pointAt(5, button('Continue'))
  await camera.askForPasskey(5, 'use')
  await button('Continue').click()
  await greeting.waitFor()
  await camera.show(5, 1.5)

  await openVaultPage(page, stage.system)
  await fillClaim(page, 'Email address', 'ada@home.example')
  await button('Save').click()
  await button('Send').waitFor()
  await camera.show(6, 1.2)
  await camera.tap(6, button('Send'))
  await button('Done').waitFor()
  const changed = page.getByText('ada@home.example').first()
  // The shop fetches it once it is told.
  do await at(stage, stage.shopUrl, page)
  while (await changed.isHidden())
  await changed.scrollIntoViewIfNeeded()
  await camera.show(6, 1.6)
  const film = await develop(stage.browser, camera, { captions: CAPTIONS, colorScheme })
  return { film, page }
}

/** Opens an address, of the service unless it has an origin. */
async function at({ demo }: Stage, address: string, page: Page): Promise<void> {
  await page.goto(new URL(address, demo.url).href)
  await page.locator('h1').waitFor()
}

async function signIn(page: Page): Promise<void> {
  await signInByPasskeyOnPage(page)
  await page.locator('.bar').waitFor()
}

/** The audit trail, once the apps have their names. */
async function openEvents({ demo, open }: Stage): Promise<Page> {
  const page = await open()
  await openByToken(page, `${demo.url}/console`)
  await page.locator('main tbody tr').first().waitFor()
  // A reload would end the session.
  await page.evaluate(() => {
    history.pushState(null, '', '/console/audit')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.locator('tbody a[href*="client_id"]').first().waitFor()
  return page
}
