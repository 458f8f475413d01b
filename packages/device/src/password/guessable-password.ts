import { fromBase64url } from '@countersign/vault'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { sha256 } from '../crypto.ts'
import words from './common-words.json' with { type: 'json' }
import { KNOWN_PHRASES } from './known-phrases.ts'
import leaked from './leaked-passwords.json' with { type: 'json' }
import { countWordGuesses, plainFormOf, readWordCosts } from './word-guesses.ts'

/** zxcvbn score: 3 withstands 10^8 guesses, with a margin against an attacker who has the server's secrets. */
const ENOUGH = 3
/** Common words need 10^9: whole sentences are guessed faster than single words. */
const ENOUGH_OF_WORDS = 9

const rater = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
const costs = readWordCosts({
  byRank: [dictionary['passwords-common'], ...Object.values(words).map((list) => list.split(' '))],
  unranked: dictionary['diceware-common'],
  phrases: KNOWN_PHRASES,
})

/** Leaked, a saying, a keyboard row, repetitive, personal data, or a few common words. Loads large lists. */
export async function isGuessable(password: string, personal: readonly string[]): Promise<boolean> {
  return (
    rater.check(password, [...personal]).score < ENOUGH ||
    countWordGuesses(password, costs, personal) < ENOUGH_OF_WORDS ||
    isLeaked(password)
  )
}

const FINGERPRINT_BYTES = 4

/** The list has the first 4 bytes of each SHA-256: it repeats no password, and refuses one in a million others. */
async function isLeaked(password: string): Promise<boolean> {
  const list = new DataView(fromBase64url(leaked.fingerprints).buffer)
  const own = new DataView((await sha256(plainFormOf(password))).buffer).getUint32(0)
  for (let at = 0; at < list.byteLength; at += FINGERPRINT_BYTES) if (list.getUint32(at) === own) return true
  return false
}
