import { preparePassword } from '@countersign/vault'
import { ClientError } from '../failure.ts'

/** On a scale of 0 to 4: 3 withstands 10^8 guesses, which is what is left to somebody who stole the server's secrets. */
const ENOUGH = 3

/**
 * Brings a new password into its one form, and refuses one that guessers try early: one of the lists, a keyboard row, a
 * repetition, the login name. Judged on the device, where the lists are loaded when somebody chooses a password.
 * @param personal what a guesser knows of the person: the login name
 * @throws VaultError `password_…`; ClientError `password_weak`, and `offline` if the lists did not arrive
 */
export async function prepareNewPassword(password: string, personal: readonly string[]): Promise<string> {
  const prepared = preparePassword(password)
  const rater = await loadRater()
  if (rater.check(prepared, [...personal, 'countersign']).score < ENOUGH)
    throw new ClientError({ code: 'password_weak' })
  return prepared
}

type Rater = { check(password: string, userInputs: string[]): { readonly score: number } }

let loading: Promise<Rater> | undefined

function loadRater(): Promise<Rater> {
  loading ??= createRater().catch(() => {
    loading = undefined
    throw new ClientError({ code: 'offline' })
  })
  return loading
}

async function createRater(): Promise<Rater> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
