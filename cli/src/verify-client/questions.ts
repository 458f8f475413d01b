import { randomUUID } from 'node:crypto'
import { type ClientManifest, PAGE_CONFIG_PATH } from '@countersign/web'
import type { AskKind, Browser } from './browser-headers.ts'
import { BROWSERS, FAMILIES } from './browsers.ts'
import type { Expected } from './compare-answer.ts'
import type { Ask } from './visitor.ts'

/** Requests for one path, and the only right answer. */
export type Question = { readonly path: string; readonly expected: Expected; readonly asks: readonly Ask[] }

/** One alone is sent by proxies, and a server may store each form separately. */
const ENCODINGS = ['identity', 'gzip', 'br'] as const

/** Where a server could put a document or a worker of its own: the release has nothing there. */
const UNLISTED = [
  ...['/grants', '/login', '/register', '/settings', '/index.html', '/console/index.html'],
  ...['/sw.js', '/service-worker.js', '/worker.js', '/assets/sw.js'],
]

/** What a server serves beside the release's own files, as it was read first. */
export type Configured = {
  readonly integrity: string
  readonly logo: { readonly address: string; readonly integrity: string } | undefined
}

/**
 * Returns all that one browser requests. Each browser requests each document, and one browser of each family each file,
 * for every use; what is asked once only is shared out among all.
 */
export function questionsOf(
  browser: Browser,
  manifest: ClientManifest,
  configured: Configured,
  query: string,
): Question[] {
  const isTurn = (place: number): boolean => BROWSERS[place % BROWSERS.length] === browser
  const isFamilysTurn = (place: number): boolean =>
    FAMILIES.some((members) => members[place % members.length] === browser)
  const { page, console, files, config, logo, serviceWorker } = manifest

  const documents = [page, console].flatMap((expected) => expected.paths.map((path) => ({ path, expected })))
  const unlisted = [...UNLISTED, ...madeUpPaths()]
  const missing: Expected = { ...page, status: 404, orJson: true }
  const workers = serviceWorker ? [...page.paths, ...unlisted] : []
  return [
    ...documents.map(({ path, expected }, place) => ({
      path,
      expected,
      asks: asksForPage(path, query, isTurn(place)),
    })),
    ...unlisted.map((path) => ({ path, expected: missing, asks: [askFor(path, 'visit')] })),
    ...workers.flatMap((path, place) =>
      serviceWorker && isFamilysTurn(place)
        ? [{ path, expected: serviceWorker, asks: [askFor(path, 'service_worker')] }]
        : [],
    ),
    { path: PAGE_CONFIG_PATH, expected: { ...config, ...configured }, asks: asksFor(PAGE_CONFIG_PATH, ['data'], true) },
    ...files.flatMap((file, place) =>
      isFamilysTurn(place)
        ? [{ path: file.path, expected: file, asks: asksFor(file.path, usesOf(file), isTurn(place)) }]
        : [],
    ),
    ...(configured.logo
      ? [
          {
            path: configured.logo.address,
            expected: { ...logo, ...configured.logo },
            asks: asksFor(configured.logo.address, ['image'], true),
          },
        ]
      : []),
  ]
}

/** People come by themselves, from an app, and with a trailing slash, which the page ignores. */
function asksForPage(path: string, query: string, isTurn: boolean): readonly Ask[] {
  const slashed = path === '/' ? [] : [`${path}/`, `${path}/${query}`]
  const once = [...slashed.map((address) => askFor(address, 'arrival')), ...encodedAlone(path, 'visit')]
  return [askFor(path, 'visit'), askFor(`${path}${query}`, 'arrival'), ...(isTurn ? once : [])]
}

function asksFor(path: string, kinds: readonly AskKind[], isTurn: boolean): readonly Ask[] {
  const alone = isTurn ? kinds.slice(0, 1).flatMap((kind) => encodedAlone(path, kind)) : []
  return [...kinds.map((kind) => askFor(path, kind)), ...alone]
}

/** Browsers check no hash of what a worker loads, and the page fetches it for itself first. */
function usesOf({ path, headers }: ClientManifest['files'][number]): readonly AskKind[] {
  if (path.endsWith('.css')) return ['style']
  if (!path.endsWith('.js')) return ['image']
  return ['script', 'check', 'content-security-policy' in headers ? 'worker' : 'part']
}

const askFor = (address: string, kind: AskKind): Ask => ({ address, kind })

const encodedAlone = (address: string, kind: AskKind): readonly Ask[] =>
  ENCODINGS.map((encoding) => ({ address, kind, encoding }))

/** Differ each time. */
function madeUpPaths(): readonly string[] {
  const name = randomUUID()
  return [`/${name}`, `/consent/${name}`, `/assets/${name}.js`, `/.well-known/${name}`]
}
