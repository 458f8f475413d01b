/**
 * `node e2e/pictures/extension-pictures.ts` puts together docs/images/extension-*.webp from the pictures that
 * `PICTURES=1 npm run e2e -- --browser chromium` and `--browser firefox` leave in e2e/screenshots.
 */
import { join } from 'node:path'
import sharp from 'sharp'

const SCREENSHOTS = join(import.meta.dirname, '..', 'screenshots')
const IMAGES = join(import.meta.dirname, '..', '..', 'docs', 'images')
const PAGES = ['add', 'confirm', 'services', 'changed', 'consent', 'vault']
const COLUMNS = 3
const [WIDTH, HEIGHT, GAP] = [390, 844, 24]

for (const browser of ['chromium', 'firefox']) {
  const pictures = PAGES.map(async (page, index) => ({
    input: await sharp(join(SCREENSHOTS, `${browser}-extension-${page}.png`))
      .resize({ width: WIDTH, height: HEIGHT, fit: 'cover', position: 'top' })
      .toBuffer(),
    left: GAP + (index % COLUMNS) * (WIDTH + GAP),
    top: GAP + Math.floor(index / COLUMNS) * (HEIGHT + GAP),
  }))
  const rows = Math.ceil(PAGES.length / COLUMNS)
  const size = { width: GAP + COLUMNS * (WIDTH + GAP), height: GAP + rows * (HEIGHT + GAP) }
  const sheet = sharp({ create: { ...size, channels: 3, background: '#c9cdc6' } }).composite(
    await Promise.all(pictures),
  )
  const whole = await sheet.png().toBuffer()
  await sharp(whole)
    .resize({ width: 900 })
    .webp({ quality: 80 })
    .toFile(join(IMAGES, `extension-${browser}.webp`))
}
