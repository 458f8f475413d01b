import { dirname, join } from 'node:path/posix'

/**
 * The rings of packages, lowest first: 0 what all share, 1 the product, 2 what stands on it for app developers (`kit`), operators
 * (`operate`) and the careful (`verify`), in the order in which those build on each other.
 */
export const RINGS: readonly string[] = [
  'packages/contracts packages/vault packages/data-token packages/names packages/service packages/device packages/ui',
  'services/provider services/core services/web',
  'kit/sdk kit/create-countersign operate/console verify/verify-client',
  'kit/examples verify/extension',
  'operate/cli',
  'kit/test-server',
]

/**
 * Floors of each source tree, lowest first, as folders and files directly below it. A file imports from its own floor and lower
 * ones; tests may import anything, `index.ts` is on top. A tree may
 * stand inside another: each judges the imports within it.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'services/provider/src': ['ground', 'catalogue', 'clients', 'flow', 'surface'],
  'services/core/src': ['ground', 'vaults', 'accounts', 'flow', 'surface'],
  'services/core/src/accounts': ['records', 'sessions', 'credentials', 'sign-in', 'changes', 'operators'],
  'services/web/src': [
    'claims passkey worker',
    'session',
    'open-page request-preview verification',
    'pages',
    'app main',
  ],
  'packages/device/src': [
    'failure read crypto clock passkey device-storage session-storage api password',
    'claims credentials apps views',
    'session',
    'entries methods verification',
    'approval',
    'updates',
    'calls',
    'device',
  ],
  'operate/cli/src': [
    'command-error components keep-heap-small oldest-node output patience secrets',
    'apps-file command-line files settings workers',
    'claims-key',
    'client-options command-context',
    'control dev provider-commands with-database',
    'backup doctor rotation',
    'commands',
    'server',
    'local-commands',
    'program',
    'describe-commands main',
  ],
  'operate/console/src': [
    'api console-paths details moment texts',
    'console-frame',
    'elements',
    'app-name table',
    'audit',
    'apps catalogue health keys-page people tokens-page',
    'console-pages',
    'access',
    'start',
  ],
  'kit/sdk/src': [
    'checked-settings claims-key keep-claims-key kept-claims-key errors',
    'client-assertion verified-claims',
    'client-authentication results',
    'settings',
    'http refusals',
    'flow',
    'dpop server-metadata',
    'app',
    'check-sign-in data-token endpoint fetch-with-token id-token',
    'authorization-request data-update events sign-out',
    'read-step-up',
    'countersign',
    'web',
    'browser express fastify hono next own-server sveltekit',
  ],
  'verify/verify-client/src': [
    'browser-headers browsers http2 judge-config minisign networks verify-context verify-error',
    'ask findings',
    'compare-answer describe-comparison visitor',
    'find-request log questions',
    'compare-client',
    'command',
    'program',
    'main',
  ],
}

type Place = { readonly tree: string; readonly floor: number; readonly name: string }

/** One in each tree around it; floor -1 for a name that the table lacks. */
export function placesOf(file: string): readonly Place[] {
  if (isTest(file)) return []
  const trees = Object.entries(FLOORS).filter(([tree]) => file.startsWith(`${tree}/`))
  return trees.map(([tree, floors]) => {
    const name = (file.slice(tree.length + 1).split('/')[0] ?? '').replace(/\.tsx?$/, '')
    const floor = name === 'index' ? floors.length : floors.findIndex((names) => names.split(' ').includes(name))
    return { tree, floor, name }
  })
}

/** None for tests, and for what stands in no ring. */
export function ringOf(file: string): readonly Place[] {
  return isTest(file) ? [] : findRing((folder) => file.startsWith(`${folder}/`))
}

function isTest(file: string): boolean {
  return /\.test\.(?:tsx?|js)$|\/test(?:ing)?\//.test(file)
}

function findRing(isIt: (folder: string) => boolean): readonly Place[] {
  const places = RINGS.flatMap((folders, floor) => folders.split(' ').map((name) => ({ tree: 'rings', floor, name })))
  return places.filter(({ name }) => isIt(name))
}

const OURS = /^(?:@countersign\/(?<folder>[\w-]+)|(?<program>countersign|create-countersign))(?:\/|$)/
/** Names of packages that do not end in their folder. */
const OTHER_NAMES: Readonly<Record<string, string>> = { countersign: 'cli', 'demo-university': 'examples' }

/** The ring of the package that an import names. */
function ringOfImport(specifier: string): readonly Place[] {
  const { folder, program } = OURS.exec(specifier)?.groups ?? {}
  const name = folder ?? program
  if (name === undefined) return []
  return findRing((each) => each.split('/')[1] === (OTHER_NAMES[name] ?? name))
}

/** The problem of an import that runs up. Paths are relative to the repository. */
export function findClimb(file: string, specifier: string): string | undefined {
  const isRelative = specifier.startsWith('.')
  const targets = isRelative ? placesOf(join(dirname(file), specifier)) : ringOfImport(specifier)
  for (const from of isRelative ? placesOf(file) : ringOf(file)) {
    const to = targets.find(({ tree }) => tree === from.tree)
    if (to && to.floor > from.floor) {
      return `${from.name} must not import from ${to.name}, which stands above it (tools/floors/floors.ts).`
    }
  }
  return undefined
}
