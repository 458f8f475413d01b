/** Takes the pictures of the documents: tools/pictures.ts runs it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openByToken } from '../support/console.ts'
import { signInByPasskeyOnPage } from '../support/person.ts'
import { type ColorScheme, createCamera, develop, SCREEN } from './film.ts'
import { ADA, PHONE, prepareStage, type Stage } from './stage.ts'
import { pictureOfStored } from './stored-and-read.ts'

const IMAGES = join(import.meta.dirname, '../../docs/images')

const CAPTIONS = [
  'A shop asks you to sign in.',
  'Your passkey opens your vault.',
  'You see the exact values, and choose. They’re encrypted for the shop.',
  'Only the shop can read them.',
  'Next time it’s one tap.',
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

/** From the shop's button to its greeting, and the same again. */
async function filmFirstVisit(stage: Stage, colorScheme: ColorScheme) {
  const { name, email, phone } = ADA
  const { passkey } = await stage.newPerson({ name, email, phone })
  const page = await stage.openVault(passkey, { viewport: SCREEN, deviceScaleFactor: 2, colorScheme })
  const camera = createCamera(page)
  const signInLink = page.locator('a[href="/sign-in"]')
  const continued = page.locator('main button').first()
  const atShop = () => page.waitForURL(`${stage.shopUrl}/`)

  await at(stage, stage.shopUrl, page)
  await camera.show(0, 1.1)
  await camera.tap(0, signInLink)
  await continued.waitFor()
  await camera.show(1, 0.7)
  await camera.pointAt(1, continued)
  await camera.askForPasskey(1, 0.9)
  await continued.click()
  await page.locator('.bar').waitFor()
  await camera.show(2, 1.6)
  await page.locator('.consent-lines').evaluate((lines) => lines.scrollIntoView({ block: 'center' }))
  await camera.show(2, 1.1)
  await camera.tap(2, page.getByRole('button', { name: 'Approve' }))
  await atShop()
  await camera.show(3, 2)
  await page.locator('.top button').click()
  await signInLink.waitFor()
  await camera.tap(4, signInLink)
  await page.getByRole('button', { name: /change/i }).waitFor()
  await camera.show(4, 1)
  await camera.tap(4, page.getByRole('button', { name: 'Continue', exact: true }))
  await atShop()
  await camera.show(4, 1.5)
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
