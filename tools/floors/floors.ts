import { dirname, join } from 'node:path/posix'

/**
 * Floors of each source tree, lowest first, as folders and files directly below it. A file imports from its own floor and lower
 * ones; tests may import anything, `index.ts` is on top.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'services/provider/src': ['ground', 'catalogue', 'clients', 'flow', 'surface'],
  'services/core/src': ['ground', 'vaults', 'accounts', 'flow', 'surface'],
  'packages/device/src': [
    'failure read crypto clock passkey device-storage session-storage api password',
    'claims credentials apps views',
    'session',
    'entries methods verification',
    'approval',
    'calls',
    'device',
  ],
}

type Place = { readonly tree: string; readonly floor: number; readonly name: string }

/** -1 for a name that the table lacks; undefined outside the trees. */
export function placeOf(file: string): Place | undefined {
  const tree = Object.keys(FLOORS).find((each) => file.startsWith(`${each}/`))
  if (tree === undefined || file.endsWith('.test.ts')) return undefined
  const floors = FLOORS[tree] ?? []
  const name = (file.slice(tree.length + 1).split('/')[0] ?? '').replace(/\.ts$/, '')
  const floor = name === 'index' ? floors.length : floors.findIndex((names) => names.split(' ').includes(name))
  return { tree, floor, name }
}

/** The problem of an import that runs up. Paths are relative to the repository. */
export function findClimb(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const [from, to] = [placeOf(file), placeOf(join(dirname(file), specifier))]
  if (!from || !to || from.tree !== to.tree || to.floor <= from.floor) return undefined
  return `${from.name} must not import from ${to.name}, which stands above it (tools/floors/floors.ts).`
}
