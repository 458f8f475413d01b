import { type Browser, chromium, firefox, safari } from './browser-headers.ts'

/** Raise these with a release. A browser of another version sends the same headers with its own number. */
const CHROMIUM = 156
const FIREFOX = '157.0'
const SAFARI = '26.5'

const WINDOWS = 'Windows NT 10.0; Win64; x64'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

/** Those that most people use. */
export const BROWSERS: readonly [Browser, ...Browser[]] = [
  chromium({
    name: 'Chrome on Windows',
    agent: `Mozilla/5.0 (${WINDOWS}) ${BLINK} Chrome/${CHROMIUM}.0.0.0 Safari/537.36`,
    brands: brandsOf('Google Chrome'),
    platform: 'Windows',
  }),
  chromium({
    name: 'Chrome on Android',
    agent: `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/${CHROMIUM}.0.0.0 Mobile Safari/537.36`,
    brands: brandsOf('Google Chrome'),
    platform: 'Android',
  }),
  chromium({
    name: 'Edge',
    agent: `Mozilla/5.0 (${WINDOWS}) ${BLINK} Chrome/${CHROMIUM}.0.0.0 Safari/537.36 Edg/${CHROMIUM}.0.0.0`,
    brands: brandsOf('Microsoft Edge'),
    platform: 'Windows',
  }),
  firefox({ name: 'Firefox', agent: `Mozilla/5.0 (${WINDOWS}; rv:${FIREFOX}) Gecko/20100101 Firefox/${FIREFOX}` }),
  safari({
    name: 'Safari on macOS',
    agent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/${SAFARI} Safari/605.1.15`,
    encodings: 'gzip, deflate, br',
  }),
  safari({
    name: 'Safari on iPhone',
    agent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} Version/${SAFARI} Mobile/15E148 Safari/604.1`,
    encodings: 'gzip, deflate, br, zstd',
  }),
]

/** The name that stands for none, and the order, follow from the version. */
function brandsOf(brand: string): string {
  return `"Not:A-Brand";v="8", "Chromium";v="${CHROMIUM}", "${brand}";v="${CHROMIUM}"`
}

/** The members of each family, of which one at least requests each file. */
export const FAMILIES = ['Chromium', 'Firefox', 'Safari'].map((family) =>
  BROWSERS.filter((browser) => browser.family === family),
)
