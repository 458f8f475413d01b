import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import words from './common-words.json' with { type: 'json' }
import { KNOWN_PHRASES } from './known-phrases.ts'
import { isLeaked } from './leaked-passwords.ts'
import { countWordGuesses, readWordCosts } from './word-guesses.ts'

/** On a scale of 0 to 4: 3 withstands 10^8 guesses, which is what is left to somebody who has the server's secrets. */
const ENOUGH = 3
/** Of common words 10^9: whoever guesses whole sentences is quicker than word by word. */
const ENOUGH_OF_WORDS = 9

const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const costs = readWordCosts({
  byRank: [dictionary['passwords-common'], ...Object.values(words).map((list) => list.split(' '))],
  unranked: dictionary['diceware-common'],
  phrases: KNOWN_PHRASES,
})

/**
 * Whether guessers try a password early: one that was published, a few common words, a saying, a keyboard row, a
 * repetition, what is known of the person. With all its lists: to be loaded when somebody chooses a password.
 */
export async function isGuessable(password: string, personal: readonly string[]): Promise<boolean> {
  return (
    rater.check(password, [...personal]).score < ENOUGH ||
    countWordGuesses(password, costs, personal) < ENOUGH_OF_WORDS ||
    isLeaked(password)
  )
}
