import type { Page } from 'playwright-core'

/** TypeScript's types have no `sizeAdjust` yet. */
type Metrics = FontFaceDescriptors & { readonly sizeAdjust?: string }

/** Fonts of systems whose text takes more room than ours (e2e/fonts.conf): Linux and Android, a taller one, a wider one. */
const SYSTEM_FONTS = {
  'Noto Sans CJK': { ascentOverride: '116%', descentOverride: '28.8%' },
  Meiryo: { ascentOverride: '106%', descentOverride: '44%' },
  // As wide as its bold, which is 15 % wider than Inter's.
  Verdana: { ascentOverride: '101%', descentOverride: '21%', sizeAdjust: '115%' },
} as const satisfies Readonly<Record<string, Metrics>>

type SystemFont = keyof typeof SYSTEM_FONTS

export const SYSTEM_FONT_NAMES = Object.keys(SYSTEM_FONTS) as readonly SystemFont[]

/** Sets the page, until it is loaded again, in our fonts with the metrics of another. */
export async function setInFontLike(page: Page, name: SystemFont): Promise<void> {
  await page.evaluate(
    async ([family, metrics]) => {
      // A Japanese letter is as wide as it is high in every font.
      const japanese: Metrics = { ...metrics, sizeAdjust: '100%' }
      const faces = [
        new FontFace(family, 'local("Inter Regular")', { ...metrics, weight: '100 549' }),
        new FontFace(family, 'local("Inter Bold")', { ...metrics, weight: '550 900' }),
        new FontFace(`${family} Japanese`, 'local("Sawarabi Gothic")', japanese),
      ]
      for (const face of faces) document.fonts.add(await face.load())
      document.documentElement.style.setProperty('--sans', `"${family}", "${family} Japanese", sans-serif`)
    },
    [name, SYSTEM_FONTS[name]] as const,
  )
}
