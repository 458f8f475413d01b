import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'

export type ColorScheme = 'light' | 'dark'

/** A frame fits below the README's first sentence in a window of 1280 by 800. */
const FRAME = { width: 840, height: 480 }
const FRAME_SCALE = 2
const PHONE_SCALE = 0.8
const SCREEN = { width: 390, height: 560 }
/** The phone that is filmed: its pixels are those of the frames. */
export const FILMED_PHONE = { viewport: SCREEN, deviceScaleFactor: FRAME_SCALE * PHONE_SCALE }
const TAP_SECONDS = 0.45
const SHEET_SECONDS = 0.8

/** A question of the phone itself, which no virtual authenticator draws. */
const PASSKEY_SHEETS = { create: 'Create a passkey?', use: 'Use your passkey?' }

type Tap = { readonly x: number; readonly y: number }
type Scene = {
  readonly screen: Buffer
  readonly caption: number
  readonly seconds: number
  readonly tap?: Tap
  readonly sheet?: string
}

export type Camera = ReturnType<typeof createCamera>

/** Films a page, with the places where it is tapped. */
export function createCamera(page: Page) {
  const scenes: Scene[] = []
  const keep = async (scene: Omit<Scene, 'screen'>) => {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    scenes.push({ ...scene, screen: await page.screenshot({ animations: 'disabled' }) })
  }
  const pointAt = async (caption: number, target: Locator) => {
    await target.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await keep({ caption, seconds: TAP_SECONDS, tap: { x: x + width / 2, y: y + height / 2 } })
  }
  return {
    scenes,
    show: (caption: number, seconds: number) => keep({ caption, seconds }),
    pointAt,
    tap: async (caption: number, target: Locator) => {
      await pointAt(caption, target)
      await target.click()
    },
    askForPasskey: (caption: number, act: keyof typeof PASSKEY_SHEETS) =>
      keep({ caption, seconds: SHEET_SECONDS, sheet: PASSKEY_SHEETS[act] }),
  }
}

/** Sets the scenes beside their captions, and returns an animated WebP. */
export async function develop(
  browser: Browser,
  { scenes }: Camera,
  { captions, colorScheme }: { readonly captions: readonly string[]; readonly colorScheme: ColorScheme },
): Promise<Buffer> {
  const context = await browser.newContext({ viewport: FRAME, deviceScaleFactor: FRAME_SCALE, colorScheme })
  const page = await context.newPage()
  await page.setContent(frameOf(captions))
  const frames: Buffer[] = []
  for (const { screen, caption, tap, sheet } of scenes) {
    const source = `data:image/png;base64,${screen.toString('base64')}`
    await page.evaluate(setScene, { source, caption, tap: tap ?? null, sheet: sheet ?? null })
    frames.push(await page.screenshot())
  }
  await context.close()
  const delay = scenes.map(({ seconds }) => Math.round(seconds * 1_000))
  return sharp(frames, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 70, effort: 5 })
    .toBuffer()
}

type Shown = {
  readonly source: string
  readonly caption: number
  readonly tap: Tap | null
  readonly sheet: string | null
}

/** Runs in the page of the frame. */
async function setScene({ source, caption, tap, sheet }: Shown): Promise<void> {
  const image = document.querySelector('img')
  const marker = document.querySelector<HTMLElement>('.tap')
  const question = document.querySelector<HTMLElement>('.sheet')
  const [title] = question?.getElementsByTagName('strong') ?? []
  if (!image || !marker || !question || !title) return
  image.src = source
  await image.decode()
  marker.hidden = tap === null
  marker.style.translate = `${tap?.x ?? 0}px ${tap?.y ?? 0}px`
  question.hidden = sheet === null
  title.textContent = sheet
  for (const [index, each] of document.querySelectorAll('li').entries()) {
    each.className = index === caption ? 'now' : ''
  }
}

function frameOf(captions: readonly string[]): string {
  return `<!doctype html><meta charset="utf-8"><style>
  :root { color-scheme: light dark; --paper: light-dark(#eef2ef, #10171a); --ink: light-dark(#14302c, #e6efec); --soft: light-dark(#5d6b68, #93a3a0); --accent: light-dark(#0b5c50, #7fd6c2); --sheet: light-dark(#fff, #263136) }
  body { margin: 0; height: 100vh; box-sizing: border-box; display: grid; grid-template-columns: 1fr auto; gap: 36px; align-items: center; padding: 0 24px 0 32px; background: var(--paper); color: var(--ink); font: 500 19px/1.4 system-ui, sans-serif }
  ol { list-style: none; counter-reset: step; margin: 0; padding: 0; display: grid; gap: 18px }
  li { counter-increment: step; display: grid; grid-template-columns: 34px 1fr; gap: 14px; align-items: start; color: var(--soft); padding: 4px 0 }
  li::before { content: counter(step); display: grid; place-items: center; width: 34px; height: 34px; border-radius: 50%; border: 2px solid currentcolor; box-sizing: border-box; font-size: 16px; font-weight: 600; margin-top: -4px }
  .now { color: var(--ink); font-weight: 600 }
  .now::before { background: var(--accent); border-color: var(--accent); color: var(--paper) }
  .phone { zoom: ${PHONE_SCALE}; position: relative; width: ${SCREEN.width}px; height: ${SCREEN.height}px; border: 9px solid #15191b; border-radius: 38px; overflow: hidden; box-shadow: 0 0 0 1px light-dark(#0000, #46525a), 0 12px 34px -10px rgb(0 0 0 / .4) }
  img { display: block; width: 100%; height: 100% }
  .tap { position: absolute; left: -24px; top: -24px; width: 48px; height: 48px; border-radius: 50%; background: rgb(255 196 61 / .55); border: 3px solid #f2a900; box-sizing: border-box; box-shadow: 0 0 0 9px rgb(255 196 61 / .25) }
  .sheet { position: absolute; inset: auto 0 0; padding: 26px 24px 30px; border-radius: 26px 26px 0 0; background: var(--sheet); text-align: center; font-size: 17px; font-weight: 500; box-shadow: 0 0 0 100vmax rgb(0 0 0 / .45) }
  .sheet strong { display: block; font-size: 20px; margin-bottom: 4px }
  .sheet svg { display: block; width: 60px; margin: 18px auto 0; color: var(--accent) }
  [hidden] { display: none }
  </style><ol>${captions.map((caption) => `<li><span>${caption}</span></li>`).join('')}</ol>
  <div class="phone"><img alt=""><div class="sheet" hidden><strong></strong>Ada Lovelace
  <svg viewBox="0 0 24 24" fill="none" stroke="currentcolor" stroke-width="1.5" stroke-linecap="round"><path d="M5 9a8 8 0 0 1 14 0M4 14c1-6 3.5-8 8-8s7.5 3 7.5 8c0 2-.3 3.5-.8 5M7 18c1-2 1-3 1-5 0-2.5 1.5-4 4-4s4 1.7 4 4.5c0 2.5-.4 4.5-1.2 6.5M12 13c0 4-1 6-2 8"/></svg></div>
  <div class="tap" hidden></div></div>`
}
