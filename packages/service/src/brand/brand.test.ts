import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BrandColours,
  type Colour,
  isDerivedTheme,
  isReadableTheme,
  parseColour,
  themeOf,
} from '@countersign/contracts/brand-theme'
import { PNG, temporaryFolder } from '@countersign/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { BRAND_SETTINGS, brandOf } from './brand.ts'

const folder = temporaryFolder()
const DOCTYPE = '<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg/>'

async function read(env: Record<string, string>) {
  return brandOf(await readSettings(env, BRAND_SETTINGS))
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe("an operator's brand", () => {
  test('is the product where nothing is set', async () => {
    expect(await read({})).toEqual({
      name: 'Countersign',
      logo: undefined,
      theme: {},
      links: [],
      supportUrl: '',
    })
  })

  test('has a name, links and a way to find help', async () => {
    const brand = await read({
      BRAND_NAME: 'Example & Sons',
      BRAND_LEGAL_LINKS: 'Imprint=https://example.org/imprint, Terms=https://example.org/terms?a=1,2',
      BRAND_SUPPORT_URL: 'https://example.org/help',
    })
    expect(brand).toMatchObject({
      name: 'Example & Sons',
      links: [
        { label: 'Imprint', url: 'https://example.org/imprint' },
        { label: 'Terms', url: 'https://example.org/terms?a=1,2' },
      ],
      supportUrl: 'https://example.org/help',
    })
  })

  test.each([
    ['plain.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['declared.svg', '<?xml version="1.0"?>\n<!-- made by hand -->\n<svg/>', 'image/svg+xml'],
    ['picture.txt', PNG, 'image/png'],
    ['picture.webp', Buffer.from('RIFF\x0c\0\0\0WEBPVP8L\0\0\0\0', 'latin1'), 'image/webp'],
  ])('has the logo of %s, by what the file holds', async (name, content, type) => {
    expect((await read({ BRAND_LOGO_FILE: file(name, content) })).logo?.type).toBe(type)
  })

  test.each([
    [{ BRAND_NAME: 'x'.repeat(61) }, 'BRAND_NAME must have at most 60'],
    [{ BRAND_NAME: 'Bank\u202E' }, 'no invisible ones'],
    [{ BRAND_LEGAL_LINKS: 'Im\u200Bprint=https://example.org' }, 'visible names'],
    [{ BRAND_LOGO_FILE: join(folder, 'nothing.svg') }, 'BRAND_LOGO_FILE names a file that cannot be read'],
    [{ BRAND_LOGO_FILE: file('page.svg', '<html><svg/>') }, 'BRAND_LOGO_FILE must be an SVG, PNG or WebP'],
    [
      { BRAND_LOGO_FILE: file('cut.png', PNG.subarray(0, -1)) },
      'BRAND_LOGO_FILE must be an SVG, PNG or WebP file, and whole',
    ],
    [{ BRAND_LOGO_FILE: file('doctype.svg', DOCTYPE) }, 'BRAND_LOGO_FILE names an SVG with a DOCTYPE'],
    [{ BRAND_LOGO_FILE: file('large.png', Buffer.alloc(262_145)) }, 'BRAND_LOGO_FILE must be a file of at most'],
    [{ BRAND_ACCENT: 'teal' }, 'BRAND_ACCENT must be a colour like'],
    [{ BRAND_ACCENT: '#14574d;}' }, 'BRAND_ACCENT must be a colour like'],
    [{ BRAND_ACCENT_DARK: '#14574d' }, 'BRAND_ACCENT_DARK needs BRAND_ACCENT'],
    [{ BRAND_LEGAL_LINKS: 'Privacy=javascript:alert(1)' }, 'BRAND_LEGAL_LINKS must hold'],
    [{ BRAND_LEGAL_LINKS: 'https://example.org/' }, 'BRAND_LEGAL_LINKS must hold'],
    [{ BRAND_SUPPORT_URL: 'data:text/html,x' }, 'BRAND_SUPPORT_URL must be'],
  ])('is refused at the start: %j', async (env, problem) => {
    await expect(read(env)).rejects.toThrow(problem)
  })
})

describe('a theme', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  const colours = fc.tuple(channel, channel, channel)

  function shades(theme: BrandColours, scheme: 0 | 1): Record<string, Colour> {
    return Object.fromEntries(Object.entries(theme).map(([name, both]) => [name, parseColour(both[scheme])!]))
  }

  test('can be read in any colour: text on a button, under the pointer too, and links', () => {
    fc.assert(
      fc.property(colours, colours, (light, dark) => {
        const theme = themeOf({ light, dark })
        expect(isReadableTheme(theme)).toBe(true)
      }),
    )
  })

  test.each([
    ['white on a white button', { 'on-accent': ['#ffffff', '#ffffff'], accent: ['#ffffff', '#ffffff'] }],
    ['white under the pointer', { 'on-accent': ['#ffffff', '#ffffff'], 'accent-strong': ['#ffffff', '#eeeeee'] }],
    ['a link in the colour of the page', { 'accent-ink': ['#fefefe', '#222222'] }],
    ['a black notice', { 'accent-soft': ['#000000', '#000000'], 'accent-ink': ['#ffffff', '#ffffff'] }],
    ['a dark scheme alone that fails', { 'on-accent': ['#ffffff', '#8fd0c2'] }],
    ['a colour that is no colour', { accent: ['red', 'red'] }],
  ] as const)('cannot be read with %s', (_case, changed) => {
    const theme = themeOf({ light: [20, 87, 77], dark: [143, 208, 194] })
    expect(isReadableTheme({ ...theme, ...changed })).toBe(false)
    expect(isReadableTheme({ accent: theme['accent'] ?? ['', ''] })).toBe(false)
  })

  test('differs from colours that were not derived', async () => {
    const { theme } = await read({ BRAND_ACCENT: '#5b2a87' })
    expect(isDerivedTheme(theme)).toBe(true)
    expect(isDerivedTheme({})).toBe(true)
    const accent: [string, string] = ['#ffffff', '#ffffff']
    for (const other of [{ ...theme, 'on-accent': accent }, { ...theme, accent }, { 'on-accent': accent }]) {
      expect(isDerivedTheme(other)).toBe(false)
    }
  })

  test('keeps a colour that can be read as it is', () => {
    expect(shades(themeOf({ light: [20, 87, 77], dark: [143, 208, 194] }), 0)['accent-ink']).toEqual([20, 87, 77])
  })
})
