import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ServiceError } from '@countersign/service/errors'
import { forbidCaching, mountApi, mountEach, requireServiceToken } from '@countersign/service/http'
import { type Environment, readSettings, type Settings } from '@countersign/service/settings'
import type { FastifyInstance } from 'fastify'
import { CORE_SETTINGS } from '../config.ts'
import { logGuessesUsedUp } from '../events.ts'
import { createLocalEvaluator } from './opaque-evaluator.ts'
import { mountEvaluations, mountSetups } from './oprf.route.ts'

const OPRF_API = {
  name: 'oprf',
  title: 'Countersign OPRF',
  description: 'Evaluates passwords for core, which has no OPAQUE setup of its own, and counts for itself.',
  version: '0.1.0',
} as const

type OprfOptions = {
  readonly config: OprfConfig
  /** Holds the file of guesses. */
  readonly directory: string
  readonly now: () => Date
}

/** Mounts the process that holds `OPAQUE_SERVER_SETUP` apart from core, and serves core alone. */
export async function mountOprf(app: FastifyInstance, { config, directory, now }: OprfOptions): Promise<void> {
  const evaluator = await createLocalEvaluator(config.opaqueServerSetups)
  const counter = openGuessCounter(directory, now)
  app.addHook('onClose', async () => counter.close())
  const countGuess = (credentialIdentifier: string) => {
    // Counted before the evaluation, so a failed one counts too: the caller is not trusted.
    if (counter.count(credentialIdentifier)) return
    logGuessesUsedUp(app.log, { credential_identifier: credentialIdentifier })
    throw new ServiceError('too_many_requests', 'This name has had all its evaluations of today.')
  }
  await mountApi(app, OPRF_API, async (api) => {
    // Before validation: a caller without the token learns nothing about what would be valid.
    api.addHook('onRequest', requireServiceToken(config.tokens))
    forbidCaching(api)
    await mountEach(api, { evaluator, countGuess }, [mountEvaluations, mountSetups])
  })
}

const { OPAQUE_SERVER_SETUP, OPRF_TOKEN } = CORE_SETTINGS

const OPRF_SETTINGS = {
  OPAQUE_SERVER_SETUP: { ...OPAQUE_SERVER_SETUP, isRequired: true },
  OPRF_TOKEN: { ...OPRF_TOKEN, isRequired: true },
} satisfies Settings

export type OprfConfig = Readonly<Awaited<ReturnType<typeof readOprfConfig>>>

/** @throws SettingsError */
export async function readOprfConfig(env: Environment) {
  const settings = await readSettings(env, OPRF_SETTINGS)
  return {
    opaqueServerSetups: settings.OPAQUE_SERVER_SETUP,
    /** All are accepted; core sends the first of its own. */
    tokens: settings.OPRF_TOKEN,
  }
}

/**
 * Evaluations for one name on one day (UTC), from all callers. Twice what core's throttle allows strangers before it pauses
 * them, so that the owner's own devices have enough left. The weakest password that a device accepts takes a hundred
 * million guesses: 1,370 years.
 */
export const GUESSES_A_DAY = 200

const DAY_MS = 86_400_000
const SETTINGS = 'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000'
const TABLE = `create table if not exists guesses (
  day integer not null, credential_identifier text not null, times integer not null,
  primary key (day, credential_identifier)) without rowid`

/** Counts guesses in a file, so that a restart forgets none. */
function openGuessCounter(directory: string, now: () => Date) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'oprf-guesses.db')
  writeFileSync(path, '', { flag: 'a', mode: 0o600 })
  const database = new DatabaseSync(path)
  database.exec(SETTINGS)
  database.exec(TABLE)
  const forget = database.prepare('delete from guesses where day < ?')
  // One statement, so concurrent calls, also of other processes, each see those before them.
  const add = database.prepare(`
    insert into guesses (day, credential_identifier, times) values (?, ?, 1)
        on conflict do update set times = times + 1 where times < ${GUESSES_A_DAY}
    returning times`)
  return {
    /** Counts one more, unless the day's are used up. */
    count(credentialIdentifier: string): boolean {
      const day = Math.floor(now().getTime() / DAY_MS)
      forget.run(day)
      return add.get(day, credentialIdentifier) !== undefined
    },
    close: () => database.close(),
  }
}
