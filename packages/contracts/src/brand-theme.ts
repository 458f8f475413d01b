/** Channels from 0 to 255 (sRGB). */
export type Colour = readonly [red: number, green: number, blue: number]

const BLACK: Colour = [0, 0, 0]
export const WHITE: Colour = [255, 255, 255]

/** Parses `#rrggbb`; undefined for anything else. */
export function parseColour(text: string): Colour | undefined {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

function writeColour(colour: Colour): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes two colours in whole channels: 0 is the first, 1 the second. */
export function mix([red, green, blue]: Colour, [toRed, toGreen, toBlue]: Colour, share: number): Colour {
  const move = (from: number, to: number) => Math.round(from + (to - from) * share)
  return [move(red, toRed), move(green, toGreen), move(blue, toBlue)]
}

function luminanceOf([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG 2.2 AA, 1.4.3. */
export const TEXT_CONTRAST = 4.5

/** Backgrounds of links and labels in `tokens.css` (paper, surface, sunken): those with the least contrast. */
const SURFACES: Readonly<Record<Scheme, readonly Colour[]>> = {
  light: [WHITE, [241, 244, 241]],
  dark: [
    [20, 27, 28],
    [34, 44, 44],
  ],
}

/** Replaced colours of `tokens.css` by name, as `#rrggbb`. */
export type BrandColours = Readonly<Record<string, readonly [light: string, dark: string]>>

type Scheme = 'light' | 'dark'

function textOn(accent: Colour): Colour {
  return contrastOf(accent, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK
}

/**
 * Replaced colours of `tokens.css`, all derived from the accents so that text stays readable: links move towards black (white
 * in dark mode) as far as contrast requires.
 */
export function themeOf({ light, dark }: Readonly<Record<Scheme, Colour>>): BrandColours {
  const day = shadesOf(light, 'light')
  const night = shadesOf(dark, 'dark')
  const names = Object.keys(day) as (keyof typeof day)[]
  return Object.fromEntries(names.map((name) => [name, [writeColour(day[name]), writeColour(night[name])]]))
}

/** Whether a theme is empty or derived by `themeOf`, so that every text is readable. */
export function isDerivedTheme(theme: BrandColours): boolean {
  const [light, dark] = (theme['accent'] ?? []).map(parseColour)
  const derived = light && dark ? themeOf({ light, dark }) : {}
  const names = new Set([...Object.keys(theme), ...Object.keys(derived)])
  return [...names].every((name) => theme[name]?.join() === derived[name]?.join())
}

/** Pairs of text and background in `tokens.css`. */
const TEXTS = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent-ink', 'accent-soft'],
] as const

/** Whether a theme is empty, or replaces all its colours so that every text can be read (WCAG 2.2, 1.4.3). */
export function isReadableTheme(theme: BrandColours): boolean {
  return Object.keys(theme).length === 0 || (isReadableIn(theme, 'light') && isReadableIn(theme, 'dark'))
}

function isReadableIn(theme: BrandColours, scheme: Scheme): boolean {
  const colourOf = (name: string) => parseColour(theme[name]?.[scheme === 'light' ? 0 : 1] ?? '')
  const hasContrast = (text: Colour | undefined, ground: Colour | undefined, floor = TEXT_CONTRAST) =>
    text !== undefined && ground !== undefined && contrastOf(text, ground) >= floor
  return (
    TEXTS.every(([text, ground]) => hasContrast(colourOf(text), colourOf(ground))) &&
    SURFACES[scheme].every((surface) => hasContrast(colourOf('accent-ink'), surface)) &&
    // Usual text is not quite black or white.
    hasContrast(scheme === 'light' ? BLACK : WHITE, colourOf('accent-soft'), 7)
  )
}

function shadesOf(accent: Colour, scheme: Scheme) {
  const text = textOn(accent)
  const soft = mix(scheme === 'light' ? WHITE : [26, 34, 35], accent, scheme === 'light' ? 0.08 : 0.16)
  return {
    accent,
    'on-accent': text,
    // Away from the text colour, so that hovering never lowers the contrast.
    'accent-strong': mix(accent, text === WHITE ? BLACK : WHITE, 0.15),
    'accent-soft': soft,
    'accent-ink': readable(accent, [...SURFACES[scheme], soft], scheme === 'light' ? BLACK : WHITE),
  }
}

/** Moves a colour towards black or white until it is readable on every background. */
function readable(colour: Colour, backgrounds: readonly Colour[], towards: Colour): Colour {
  const shades = Array.from({ length: 21 }, (_, step) => mix(colour, towards, step / 20))
  const isReadable = (shade: Colour) =>
    backgrounds.every((background) => contrastOf(shade, background) >= TEXT_CONTRAST)
  return shades.find(isReadable) ?? towards
}
