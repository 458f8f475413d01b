/** Log10 of the guesses that each word needs. */
export type WordCosts = ReadonlyMap<string, number>

type WordLists = {
  /** Most frequent word first. */
  readonly byRank: readonly (readonly string[])[]
  readonly unranked: readonly string[]
  /** Guessed as one word. */
  readonly phrases: readonly string[]
}

const PHRASE = 3
const PERSONAL = 1
const LETTER = 1.4
const DIGIT = 1
const SYMBOL = 1
const YEAR = 2
const SYMBOLS = /[^\p{L}\p{N}\p{M}\s]/gu
const YEARS = /^(?:19|20)\d\d$/
const LETTERS_FOR_OTHERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export function readWordCosts({ byRank, unranked, phrases }: WordLists): WordCosts {
  const costs = new Map<string, number>()
  const add = (word: string, cost: number) => {
    const plain = plainFormOf(word)
    if (plain !== '' && cost < (costs.get(plain) ?? Number.POSITIVE_INFINITY)) costs.set(plain, cost)
  }
  for (const list of byRank) list.forEach((word, index) => add(word, Math.log10(index + 2)))
  for (const word of unranked) add(word, Math.log10(unranked.length))
  for (const phrase of phrases) add(phrase, PHRASE)
  return costs
}

/** Log10 of the guesses. Multiplies the words' costs: order adds nothing, since people write sentences. */
export function countWordGuesses(password: string, costs: WordCosts, personal: readonly string[] = []): number {
  const own = new Map(personal.map((text) => [plainFormOf(text), PERSONAL]))
  const costOf = (word: string) => own.get(word) ?? (YEARS.test(word) ? YEAR : costs.get(word))
  const translated = password.replace(/[013457@$!]/g, (character) => LETTERS_FOR_OTHERS[character] ?? character)
  const ofWords = [password, translated].map((text) => countCheapest(Array.from(plainFormOf(text)), costOf))
  return Math.min(...ofWords) + SYMBOL * new Set(password.match(SYMBOLS)).size
}

/** `cheapest[n]`: the cost of the first n characters. */
function countCheapest(characters: readonly string[], costOf: (word: string) => number | undefined): number {
  const cheapest = [0]
  characters.forEach((character, last) => {
    let best = (cheapest[last] ?? 0) + (/\d/.test(character) ? DIGIT : LETTER)
    let word = ''
    for (let first = last; first >= 0; first -= 1) {
      word = `${characters[first]}${word}`
      best = Math.min(best, (cheapest[first] ?? 0) + (costOf(word) ?? Number.POSITIVE_INFINITY))
    }
    cheapest.push(best)
  })
  return cheapest.at(-1) ?? 0
}

/** Without spelling differences: `Für immer!` becomes `furimmer`. */
export function plainFormOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
