import { fromBase64url } from '@countersign/vault'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { sha256 } from '../crypto.ts'
import words from './common-words.json' with { type: 'json' }
import { KNOWN_PHRASES } from './known-phrases.ts'
import leaked from './leaked-passwords.json' with { type: 'json' }
import { countWordGuesses, plainFormOf, readWordCosts } from './word-guesses.ts'

/** zxcvbn score, 0 to 4: 3 withstands 10^8 guesses, the margin against an attacker with the server's secrets. */
const ENOUGH = 3
/** Common words need 10^9: guessing whole sentences is faster than word by word. */
const ENOUGH_OF_WORDS = 9

const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const costs = readWordCosts({
  byRank: [dictionary['passwords-common'], ...Object.values(words).map((list) => list.split(' '))],
  unranked: dictionary['diceware-common'],
  phrases: KNOWN_PHRASES,
})

/**
 * Whether guessers try a password early: leaked, few common words, a saying, keyboard row, repetition or personal data.
 * Loads large lists: import only when a password is chosen.
 */
export async function isGuessable(password: string, personal: readonly string[]): Promise<boolean> {
  return (
    rater.check(password, [...personal]).score < ENOUGH ||
    countWordGuesses(password, costs, personal) < ENOUGH_OF_WORDS ||
    isLeaked(password)
  )
}

const FINGERPRINT_BYTES = 4

/**
 * Whether a password was published, in any spelling. The list has the first four bytes of each SHA-256, so it repeats no
 * password; one in a million others is refused too.
 */
async function isLeaked(password: string): Promise<boolean> {
  const list = new DataView(fromBase64url(leaked.fingerprints).buffer)
  const own = new DataView((await sha256(plainFormOf(password))).buffer).getUint32(0)
  for (let at = 0; at < list.byteLength; at += FINGERPRINT_BYTES) if (list.getUint32(at) === own) return true
  return false
}
