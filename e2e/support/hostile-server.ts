import type { Lie, Received } from '@countersign/testing'

/** Where hostile script tells that it ran. */
const TOLD = '/hostile/told'

const tell = (what: string) => `fetch('${TOLD}?${what}', { method: 'POST' })`

const PAGE = `<!doctype html><html lang="en"><title>Hostile</title><h1>Hostile</h1>
<script>${tell('page')}; setInterval(() => ${tell('page')}, 100); navigator.serviceWorker.register('/hostile/sw.js', { scope: '/' })</script>
<script src="/assets/hostile.js"></script></html>`

const SERVICE_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate')
    event.respondWith(new Response(${JSON.stringify(PAGE.replaceAll('page', 'planted'))}, { headers: { 'content-type': 'text/html' } }))
})`

const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const SCRIPT = { 'content-type': 'text/javascript', 'service-worker-allowed': '/' }
/** Answered by the real service: a sign-in must look right. */
const HONEST = /^\/(?:api|oauth|\.well-known)\/(?!hostile)|^\/page-config\.json$/

/** An operator whose core and provider work, and whose every page, script and worker is hostile. */
export const hostileServer: Lie = async ({ path }, truth) => {
  if (HONEST.test(path)) return truth()
  if (path.startsWith(TOLD)) return { status: 204, headers: {}, body: '' }
  if (path === '/hostile/sw.js') return { status: 200, headers: SCRIPT, body: SERVICE_WORKER }
  if (path.endsWith('.js')) return { status: 200, headers: { ...SCRIPT, ...FOR_EVER }, body: tell('script') }
  return { status: 200, headers: { 'content-type': 'text/html' }, body: PAGE }
}

/** The same with other settings in the page's configuration. */
export function withConfig(lie: Lie, changes: Readonly<Record<string, unknown>>): Lie {
  return async (received, truth) => {
    const told = await lie(received, truth)
    if (received.path !== '/page-config.json' || told === 'lost') return told
    return { ...told, body: JSON.stringify({ ...JSON.parse(told.body), ...changes }) }
  }
}

/** Which hostile scripts have run since a number of received calls: of a page, of a file, or planted. */
export function ranSince(received: readonly Received[], before: number): readonly string[] {
  return received.slice(before).flatMap(({ path }) => (path.startsWith(TOLD) ? [path.slice(TOLD.length + 1)] : []))
}
