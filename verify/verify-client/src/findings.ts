import { BROWSERS } from './browsers.ts'

/** A deviation, and where it was seen; by no browser where it is one of the configuration itself. */
export type Difference = {
  readonly what: string
  readonly paths: readonly string[]
  readonly browsers: readonly string[]
  readonly networks: readonly string[]
}

type SeenBy = { readonly browser: string; readonly network: string }

/** Collects differences, each once. */
export function createFindings() {
  const found = new Map<string, Record<'paths' | 'browsers' | 'networks', Set<string>>>()
  return {
    note(what: string, path: string, seenBy?: SeenBy): void {
      const seen = found.get(what) ?? { paths: new Set(), browsers: new Set(), networks: new Set() }
      seen.paths.add(path)
      if (seenBy) seen.browsers.add(seenBy.browser)
      if (seenBy) seen.networks.add(seenBy.network)
      found.set(what, seen)
    },
    /** In an order that does not depend on which browser was first. */
    list: (): readonly Difference[] =>
      Array.from(found, ([what, { paths, browsers, networks }]) => ({
        what,
        paths: [...paths].toSorted(),
        browsers: BROWSERS.flatMap(({ name }) => (browsers.has(name) ? [name] : [])),
        networks: [...networks],
      })).toSorted((one, other) => (`${one.paths[0]} ${one.what}` < `${other.paths[0]} ${other.what}` ? -1 : 1)),
  }
}
