import { dirname, join } from 'node:path/posix'

/**
 * Floors of each source tree, lowest first, as folders and files directly below it. A file imports from its own floor and lower
 * ones; tests may import anything, `index.ts` is on top. A tree may stand inside another: each judges the imports within it.
 */
export const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'services/provider/src': ['ground', 'catalogue', 'clients', 'flow', 'surface'],
  'services/core/src': ['ground', 'vaults', 'accounts', 'flow', 'surface'],
  'services/core/src/accounts': ['records', 'sessions', 'credentials', 'sign-in', 'changes', 'operators'],
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

/** In the innermost tree first; floor -1 for a name that a table lacks. */
export function placesOf(file: string): readonly Place[] {
  if (file.endsWith('.test.ts')) return []
  const trees = Object.entries(FLOORS).filter(([tree]) => file.startsWith(`${tree}/`))
  return trees
    .toSorted(([left], [right]) => right.length - left.length)
    .map(([tree, floors]) => {
      const name = (file.slice(tree.length + 1).split('/')[0] ?? '').replace(/\.ts$/, '')
      const floor = name === 'index' ? floors.length : floors.findIndex((names) => names.split(' ').includes(name))
      return { tree, floor, name }
    })
}

/** The problem of an import that runs up. Paths are relative to the repository. */
export function findClimb(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const targets = placesOf(join(dirname(file), specifier))
  for (const from of placesOf(file)) {
    const to = targets.find(({ tree }) => tree === from.tree)
    if (to && to.floor > from.floor)
      return `${from.name} must not import from ${to.name}, which stands above it (tools/floors/floors.ts).`
  }
  return undefined
}
