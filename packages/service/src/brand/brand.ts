import { readFileSync } from 'node:fs'
import { isVisible } from '@countersign/contracts'
import { type BrandColours, type Colour, mix, parseColour, themeOf, WHITE } from '@countersign/contracts/brand-theme'
import { readImage } from '../images/read-image.ts'
import { type Environment, findText, SettingRefused, type Settings, type ValuesOf } from '../settings/settings.ts'

export type BrandLogo = {
  readonly content: Buffer
  readonly type: 'image/svg+xml' | 'image/png' | 'image/webp'
}

/** The operator's branding of all pages; needs no rebuild. */
export type Brand = {
  readonly name: string
  readonly logo: BrandLogo | undefined
  readonly links: readonly { readonly label: string; readonly url: string }[]
  readonly supportUrl: string
  readonly theme: BrandColours
}

export const UNBRANDED: Brand = { name: 'Countersign', logo: undefined, links: [], supportUrl: '', theme: {} }

const MAX_NAME_LENGTH = 60
/** How far the accent moves towards white if no dark one is set. */
const DARK_SHIFT = 0.45

export const BRAND_SETTINGS = {
  BRAND_NAME: {
    parse: parseName,
    default: UNBRANDED.name,
    meaning: "your name, in place of the product's on every page",
  },
  BRAND_LOGO_FILE: {
    parse: readBrandLogo,
    meaning: 'path of your logo: SVG, PNG or WebP, at most 256 KiB; shown 28 pixels high',
  },
  BRAND_ACCENT: {
    parse: readColour,
    meaning: 'colour of buttons and links, `#rrggbb`; text on it and links are adjusted for contrast',
  },
  BRAND_ACCENT_DARK: {
    parse: readDarkColour,
    unset: 'made of `BRAND_ACCENT`',
    meaning: 'the same in the dark',
  },
  BRAND_LEGAL_LINKS: {
    parse: parseLinks,
    meaning: 'links at the foot of every page: `Imprint=https://…, Privacy=https://…`',
  },
  BRAND_SUPPORT_URL: { parse: parseWebAddress, meaning: 'where people find help' },
} satisfies Settings

export function brandOf(settings: ValuesOf<typeof BRAND_SETTINGS>): Brand {
  const { BRAND_ACCENT: light, BRAND_ACCENT_DARK: dark } = settings
  return {
    name: settings.BRAND_NAME,
    logo: settings.BRAND_LOGO_FILE,
    theme: light ? themeOf({ light, dark: dark ?? mix(light, WHITE, DARK_SHIFT) }) : {},
    links: settings.BRAND_LEGAL_LINKS ?? [],
    supportUrl: settings.BRAND_SUPPORT_URL ?? '',
  }
}

function parseName(text: string): string {
  if (text.length <= MAX_NAME_LENGTH && isVisible(text)) return text
  throw new SettingRefused(`must have at most ${MAX_NAME_LENGTH} characters, and no invisible ones.`)
}

function readColour(text: string): Colour {
  const colour = parseColour(text)
  if (colour) return colour
  throw new SettingRefused('must be a colour like #14574d.')
}

function readDarkColour(text: string, env: Environment): Colour {
  const colour = readColour(text)
  if (findText(env, 'BRAND_ACCENT') !== undefined) return colour
  throw new SettingRefused('needs BRAND_ACCENT beside it.')
}

/** `Privacy=https://…, Terms=https://…`; a comma inside an address is part of it. */
function parseLinks(text: string): Brand['links'] {
  const links = text.split(/,\s*(?=[^,=]+=\s*https?:)/i).map((each) => {
    const [, label = '', url = ''] = /^([^=]*)=(.*)$/s.exec(each) ?? []
    return { label: label.trim(), url: url.trim() }
  })
  if (links.every(({ label, url }) => label !== '' && isVisible(label) && isWebAddress(url))) return links
  throw new SettingRefused('must hold visible names and http or https URLs: Privacy=https://…, Terms=https://…')
}

function parseWebAddress(text: string): string {
  if (isWebAddress(text)) return text
  throw new SettingRefused('must be an http or https URL.')
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const MAX_LOGO_BYTES = 262_144

/** @throws SettingRefused */
function readBrandLogo(path: string): BrandLogo {
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch {
    throw new SettingRefused('names a file that cannot be read.')
  }
  if (content.length > MAX_LOGO_BYTES) throw new SettingRefused('must be a file of at most 256 KiB.')
  const image = readImage(content)
  if (image && image.type !== 'image/jpeg') return { content: image.bytes, type: image.type }
  const beginning = content.toString('utf8', 0, 4096)
  if (SVG.test(beginning)) return { content, type: 'image/svg+xml' }
  if (SVG.test(beginning.replace(DOCTYPE, ''))) {
    throw new SettingRefused('names an SVG with a DOCTYPE, which could define entities: remove it, nothing needs it.')
  }
  throw new SettingRefused('must be an SVG, PNG or WebP file, and whole.')
}

const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s/>]/
const DOCTYPE = /<!DOCTYPE(?:[^>[]|\[[^\]]*\])*>/i
