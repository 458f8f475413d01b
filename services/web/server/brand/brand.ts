import type { SettingsReader } from '@countersign/service'
import { type Colour, mix, parseColour, WHITE } from './colour.ts'
import { type BrandLogo, readBrandLogo } from './logo.ts'
import { themeCss } from './theme.ts'

/** What an operator makes of the pages, without building them anew. */
export type Brand = {
  readonly name: string
  readonly logo: BrandLogo | undefined
  /** A stylesheet that sets the accent; none where the operator named no colour. */
  readonly theme: string | undefined
  readonly links: readonly { readonly label: string; readonly url: string }[]
  /** Empty where people find no help. */
  readonly supportUrl: string
}

export const UNBRANDED: Brand = { name: 'Countersign', logo: undefined, theme: undefined, links: [], supportUrl: '' }

const MAX_NAME_LENGTH = 60
/** How far a light theme's accent moves towards white where no dark one is given. */
const DARK_SHIFT = 0.45

/** Reads the settings of an operator's own name, logo, colours and links. */
export function readBrand(settings: SettingsReader): Brand {
  const { optionalText, refuse } = settings
  const name = optionalText('BRAND_NAME') ?? UNBRANDED.name
  if (name.length > MAX_NAME_LENGTH) refuse('BRAND_NAME', `must have at most ${MAX_NAME_LENGTH} characters.`)
  const supportUrl = optionalText('BRAND_SUPPORT_URL') ?? ''
  if (supportUrl !== '' && !isWebAddress(supportUrl)) refuse('BRAND_SUPPORT_URL', 'must be an http or https URL.')
  return {
    name,
    logo: readLogoSetting(settings),
    theme: readTheme(settings),
    links: readLinks(settings),
    supportUrl,
  }
}

function readLogoSetting({ optionalText, refuse }: SettingsReader): BrandLogo | undefined {
  const path = optionalText('BRAND_LOGO_FILE')
  const logo = path === undefined ? undefined : readBrandLogo(path)
  if (typeof logo !== 'string') return logo
  refuse('BRAND_LOGO_FILE', logo)
  return undefined
}

/** One colour is enough: the dark one is made of it. */
function readTheme(settings: SettingsReader): string | undefined {
  const light = readColour(settings, 'BRAND_ACCENT')
  const dark = readColour(settings, 'BRAND_ACCENT_DARK')
  if (dark !== undefined && light === undefined) {
    settings.refuse('BRAND_ACCENT_DARK', 'needs BRAND_ACCENT beside it.')
  }
  return light && themeCss({ light, dark: dark ?? mix(light, WHITE, DARK_SHIFT) })
}

function readColour({ optionalText, refuse }: SettingsReader, name: string): Colour | undefined {
  const text = optionalText(name)
  const colour = text === undefined ? undefined : parseColour(text)
  if (text !== undefined && colour === undefined) refuse(name, 'must be a colour like #14574d.')
  return colour
}

/** `Privacy=https://…, Terms=https://…`; a comma inside an address is part of it. */
function readLinks({ optionalText, refuse }: SettingsReader): Brand['links'] {
  const given = optionalText('BRAND_LEGAL_LINKS')?.split(/,\s*(?=[^,=]+=\s*https?:)/i) ?? []
  const links = given.map((each) => {
    const [, label = '', url = ''] = /^([^=]*)=(.*)$/s.exec(each) ?? []
    return { label: label.trim(), url: url.trim() }
  })
  if (links.some(({ label, url }) => label === '' || !isWebAddress(url))) {
    refuse('BRAND_LEGAL_LINKS', 'must hold names and http or https URLs: Privacy=https://…, Terms=https://…')
  }
  return links
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
