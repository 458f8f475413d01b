import { preparePassword } from '@countersign/vault'
import { ClientError } from '../failure.ts'
import { isLeaked } from './leaked-passwords.ts'
import { countWordGuesses, readWordCosts, type WordCosts } from './word-guesses.ts'

/** On a scale of 0 to 4: 3 withstands 10^8 guesses, which is what is left to somebody who stole the server's secrets. */
const ENOUGH = 3
/** Of common words 10^9: whoever guesses whole sentences is quicker than word by word. */
const ENOUGH_OF_WORDS = 9

/**
 * Brings a new password into its one form, and refuses one that guessers try early: one that was published, a few common
 * words, a saying, a keyboard row, a repetition, the login name. Judged on the device, where the lists are loaded when
 * somebody chooses a password.
 * @param personal what a guesser knows of the person: the login name
 * @throws VaultError `password_…`; ClientError `password_weak`, and `offline` if the lists did not arrive
 */
export async function prepareNewPassword(password: string, personal: readonly string[]): Promise<string> {
  const prepared = preparePassword(password)
  const { rater, costs, fingerprints } = await loadLists()
  const known = [...personal, 'countersign']
  const isWeak =
    rater.check(prepared, known).score < ENOUGH ||
    countWordGuesses(prepared, costs, known) < ENOUGH_OF_WORDS ||
    (await isLeaked(prepared, fingerprints))
  if (isWeak) throw new ClientError({ code: 'password_weak' })
  return prepared
}

type Lists = {
  readonly rater: { check(password: string, userInputs: string[]): { readonly score: number } }
  readonly costs: WordCosts
  readonly fingerprints: string
}

let loading: Promise<Lists> | undefined

function loadLists(): Promise<Lists> {
  loading ??= readLists().catch(() => {
    loading = undefined
    throw new ClientError({ code: 'offline' })
  })
  return loading
}

async function readLists(): Promise<Lists> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }, { KNOWN_PHRASES }, words, leaked] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('./known-phrases.ts'),
    import('./common-words.json', { with: { type: 'json' } }),
    import('./leaked-passwords.json', { with: { type: 'json' } }),
  ])
  const costs = readWordCosts({
    byRank: [dictionary['passwords-common'], ...Object.values(words.default).map((list) => list.split(' '))],
    unranked: dictionary['diceware-common'],
    phrases: KNOWN_PHRASES,
  })
  return {
    rater: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
    costs,
    fingerprints: leaked.default.fingerprints,
  }
}
