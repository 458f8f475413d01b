import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Evaluations for one name on one day (UTC), the owner's and everybody else's. Twice what core's throttle lets strangers
 * have before it pauses them, so that they leave the owner's own devices enough; whoever guesses would need a hundred
 * million for the weakest password that a device accepts, which is 1,370 years.
 */
export const GUESSES_A_DAY = 200

/** Counts guesses in a file, so that a restart forgets none. */
export type GuessCounter = {
  /** Whether one more is allowed. Counted before it is evaluated, and whatever comes of it: nobody is believed. */
  count(credentialIdentifier: string): boolean
  close(): void
}

const DAY_MS = 86_400_000
const SETTINGS = 'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000'
const TABLE = `create table if not exists guesses (
  day integer not null, credential_identifier text not null, times integer not null,
  primary key (day, credential_identifier)) without rowid`

export function openGuessCounter(directory: string, now: () => Date): GuessCounter {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'oprf-guesses.db')
  writeFileSync(path, '', { flag: 'a', mode: 0o600 })
  const database = new DatabaseSync(path)
  database.exec(SETTINGS)
  database.exec(TABLE)
  const forget = database.prepare('delete from guesses where day < ?')
  // One statement: of many at once, of several processes too, each sees those before it.
  const add = database.prepare(`
    insert into guesses (day, credential_identifier, times) values (?, ?, 1)
        on conflict do update set times = times + 1 where times < ${GUESSES_A_DAY}
    returning times`)
  return {
    count(credentialIdentifier) {
      const day = Math.floor(now().getTime() / DAY_MS)
      forget.run(day)
      return add.get(day, credentialIdentifier) !== undefined
    },
    close: () => database.close(),
  }
}
