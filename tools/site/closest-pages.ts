export type PageAddress = { readonly link: string; readonly text: string }

/** Pages that are now at several addresses, or at one that no word gives away. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  '/guides/integrate': ['/tutorial/', '/guides/apps/register', '/guides/apps/by-hand'],
  '/guides/languages': ['/guides/apps/libraries'],
  '/guides/languages/node': ['/guides/apps/openid-client', '/guides/apps/sdk'],
}
const LEAST = 0.4
const LEAST_OF_BEST = 0.7

/** The pages that an address most likely meant, best first: by a table of moves, else by words of path and title. */
export function closestPages(path: string, pages: readonly PageAddress[], most = 5): readonly PageAddress[] {
  const moved = MOVED[path.replace(/(?:\.html|\.md|\/)$/, '')]
  if (moved) return moved.flatMap((link) => pages.filter((page) => page.link === link))
  const asked = wordsOf(path)
  const scored = pages
    .map((page) => ({ page, score: scoreOf(page, asked) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
  const least = Math.max(LEAST, (scored[0]?.score ?? 0) * LEAST_OF_BEST)
  return scored.filter(({ score }) => score >= least).map(({ page }) => page)
}

/** Readers look for guides, seldom for decisions. Of two pages with the same words, the one with the shorter path. */
function scoreOf({ link, text }: PageAddress, asked: readonly string[]): number {
  const similarity = similarityOf(asked, wordsOf(`${link} ${text}`))
  return similarity * (link.startsWith('/adr/') ? 0.6 : 1) - wordsOf(link).length / 1000
}

function wordsOf(text: string): readonly string[] {
  return [
    ...text
      .toLowerCase()
      .replace(/\.(?:html|md)\b/g, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map(([word]) => word)
}

/** From 0 to 1: how well each asked word is found, the last ones of the path most. */
function similarityOf(asked: readonly string[], known: readonly string[]): number {
  let sum = 0
  let weights = 0
  for (const [index, word] of asked.entries()) {
    const weight = 2 ** index
    sum += weight * Math.max(0, ...known.map((other) => wordSimilarity(word, other)))
    weights += weight
  }
  return weights === 0 ? 0 : sum / weights
}

/** Dice's coefficient of the pairs of letters. */
function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1
  const [ofA, ofB] = [pairsOf(a), pairsOf(b)]
  const shared = [...ofA].filter((pair) => ofB.has(pair)).length
  return (2 * shared) / Math.max(1, ofA.size + ofB.size)
}

function pairsOf(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)))
}
