import { generateDataTokenSecret } from '@countersign/data-token'
import { createHttpServer } from '@countersign/service/http'
import { type Environment } from '@countersign/service/settings'
import type { Database, Sql } from '@countersign/service/sql'
import { createTestDatabase, type Engine, noteUndocumented, recordLog, refuseUndocumented } from '@countersign/testing'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { RecipientRefused } from '../src/ground/sending/code-message.ts'
import {
  type AskProvider,
  type CoreConfig,
  coreMigrations,
  createProviderClient,
  generateCoreSecrets,
  type Mail,
  mountCore,
  type ProviderClient,
  readCoreConfig,
} from '../src/index.ts'
import * as accounts from './account.ts'
import * as persons from './person.ts'
import { askCalled, type ProviderUnderTest, proxyProvider, SERVICE_TOKEN } from './provider-under-test.ts'

const PEOPLE = { ...persons, ...accounts }
type ActAt<Rest extends unknown[], Result> = (app: FastifyInstance, ...rest: Rest) => Result

/** Acts of people at a core, each bound to this one. */
type People = {
  readonly [Name in keyof typeof PEOPLE as (typeof PEOPLE)[Name] extends ActAt<infer _Rest, unknown>
    ? Name
    : never]: (typeof PEOPLE)[Name] extends ActAt<infer Rest, infer Result> ? (...rest: Rest) => Result : never
}

export type CoreUnderTest = People & {
  /** Reads with the token of a session. */
  readonly get: (url: string, token: string) => Promise<LightMyRequestResponse>
  readonly app: FastifyInstance
  readonly database: Database
  readonly config: CoreConfig
  readonly provider: ProviderUnderTest
  /** By which core calls the provider. */
  readonly client: ProviderClient
  /** Everything that was logged so far. */
  readonly log: () => string
  /** Every message with a code so far. */
  readonly mails: Mail[]
  close(): Promise<void>
}

/** Every test comes from one address, so networks are not limited unless a test asks for it. */
export async function readTestConfig(changes: Environment = {}): Promise<CoreConfig> {
  return readCoreConfig({
    RATE_LIMIT_SIGN_INS: '1000000',
    RATE_LIMIT_SIGN_UPS: '1000000',
    RATE_LIMIT_VERIFICATIONS: '1000000',
    RATE_LIMIT_COMMITS: '1000000',
    RATE_LIMIT_COMMIT_MEGABYTES: '1000000',
    BASE_URL: 'https://sign.example',
    WEB_URL: 'https://consent.example',
    INTERNAL_SERVICE_TOKEN: SERVICE_TOKEN,
    DATA_TOKEN_SECRET: await generateDataTokenSecret(),
    ...(await generateCoreSecrets()),
    ...changes,
  })
}

type Options = {
  readonly database?: Database
  readonly config?: CoreConfig
  readonly ask?: (provider: ProviderUnderTest) => Promise<AskProvider>
  /** Core's clock. */
  readonly now?: () => Date
}

/** The core service on a database of its own, with the real provider, which a test can have lie. */
export async function startCore(engine: Engine = 'postgresql', options: Options = {}): Promise<CoreUnderTest> {
  const { now = () => new Date() } = options
  const config = options.config ?? (await readTestConfig())
  const database = options.database ?? (await createTestDatabase(engine, coreMigrations))
  const provider = proxyProvider({ engine, database, config })
  const ask = options.ask ? await options.ask(provider) : askCalled(provider)
  const { logger, lines } = recordLog()
  const app = createHttpServer({ logger })
  const undocumented = new Set<string>()
  noteUndocumented(app, undocumented)
  const client = createProviderClient({ ask, logger })
  const mails: Mail[] = []
  const deliver = (mail: Mail): void => {
    if (mail.to.startsWith('nobody@')) throw new RecipientRefused('The mail server answered 550.')
    mails.push(mail)
  }
  await mountCore(app, {
    sql: database.sql,
    config,
    provider: client,
    now,
    engine,
    mailbox: { deliver },
  })
  await app.ready()
  const close = async (): Promise<void> => {
    await app.close()
    await provider.close()
    if (!options.database) await database.close()
    refuseUndocumented(undocumented)
  }
  const people = Object.entries(PEOPLE).map(([name, act]) => {
    const actHere = (...rest: unknown[]): unknown =>
      typeof act === 'function' && Reflect.apply(act, undefined, [app, ...rest])
    return [name, actHere] as const
  })
  const get: CoreUnderTest['get'] = (url, token) => app.inject({ url, headers: persons.bearer(token) })
  return {
    ...(Object.fromEntries(people) as People),
    get,
    app,
    database,
    config,
    provider,
    client,
    log: () => lines.join(''),
    mails,
    close,
  }
}

/** A fixture that is made before all tests of this block, or before each. */
export function fixture<Made extends object>(
  hook: (make: () => Promise<void>) => void,
  make: () => Promise<Made>,
): Made {
  const made = {} as Made
  hook(async () => void Object.defineProperties(made, Object.getOwnPropertyDescriptors(await make())))
  return made
}

/** Every row of every table of core and, once it has started, of the provider, as text, for tests that look for what must not be there. */
export async function dumpDatabase({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('core', 'provider')`,
  )
  const rows: string[] = []
  for (const { name } of tables) {
    const found = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    rows.push(...found.rows.map(({ text }) => text))
  }
  return rows.join('\n')
}

/**
 * As if a person's gestures were five minutes older. Not `- interval '5 minutes'`: of that a database of many machines
 * does not know that it is the same everywhere.
 */
export async function passFiveMinutes(sql: Sql, userId: string): Promise<void> {
  await sql`
    update core.sessions
       set intent_expires_at = to_timestamp(extract(epoch from intent_expires_at - 'epoch'::timestamptz) - 300)
     where user_id = ${userId}`
}
