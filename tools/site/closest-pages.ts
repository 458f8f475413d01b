export type PageAddress = { readonly link: string; readonly text: string }

/** Pages that moved, by the beginning of their old address; the first that fits counts. */
const MOVED: readonly (readonly [string, readonly string[]])[] = [
  ['/guides/languages/node', ['/guides/apps/openid-client', '/guides/apps/sdk']],
  ['/guides/languages', ['/guides/apps/libraries']],
  ['/guides/integrate', ['/guides/apps/register', '/guides/apps/by-hand', '/guides/apps/scopes-and-prompts']],
]
const LEAST = 0.4

/** The pages that an address most likely meant, best first: those that moved, then by words of path and title. */
export function closestPages(path: string, pages: readonly PageAddress[], most = 5): readonly PageAddress[] {
  const asked = wordsOf(path)
  const moved = MOVED.find(([old]) => path.startsWith(old))?.[1] ?? []
  const scored = pages.map((page) => ({
    page,
    score: moved.includes(page.link) ? 2 - moved.indexOf(page.link) / 10 : similarityOf(asked, wordsOf(`${page.link} ${page.text}`)),
  }))
  return scored
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ page }) => page)
}

function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().replace(/\.(?:html|md)\b/g, '').matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word)
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
