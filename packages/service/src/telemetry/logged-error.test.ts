import { createTestDatabase, ENGINES } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../http/http-server.ts'
import type { Database } from '../sql/database.ts'
import type { Sql } from '../sql/sql.ts'
import { createLogger } from './logger.ts'

const SECRET = 'hunter2'

const FAILING: readonly (readonly [string, (sql: Sql) => Promise<unknown>, object])[] = [
  [
    'a row that is there already',
    (sql) => sql`insert into people values (${SECRET}, 1)`,
    { code: '23505', table: 'people', constraint: 'people_pkey', message: expect.stringContaining('people_pkey') },
  ],
  [
    'a row without a value that it needs',
    (sql) => sql`insert into people values (${`${SECRET}!`}, null)`,
    { code: '23502', column: 'born', message: expect.stringContaining('born') },
  ],
  ['text where a number is due', (sql) => sql`select ${SECRET}::text::integer`, { code: '22P02' }],
]

describe.each(ENGINES)('a statement that the %s database refuses', (engine) => {
  let database: Database

  beforeAll(async () => {
    database = await createTestDatabase(engine)
    await database.sql`create table people (name text primary key, born integer not null)`
    await database.sql`insert into people values (${SECRET}, 1)`
  })
  afterAll(() => database.close())

  test.each(FAILING)('because of %s is logged without the values that it held', async (_case, run, fields) => {
    const lines: string[] = []
    const app = createHttpServer({
      logger: createLogger({ level: 'error', destination: { write: (line) => void lines.push(line) } }),
    })
    app.get('/', () => run(database.sql))
    app.get('/wrapped', async () => {
      const cause = await run(database.sql).catch((error: unknown) => error)
      throw new Error('The migration failed.', { cause })
    })
    for (const url of ['/', '/wrapped']) expect((await app.inject(url)).statusCode).toBe(500)
    expect(lines.join()).not.toContain(SECRET)
    const [plain, wrapped] = lines.map((line) => JSON.parse(line).err)
    expect(plain).toMatchObject({ type: 'DatabaseError', stack: expect.stringContaining('sql.ts'), ...fields })
    expect(wrapped).toMatchObject({ message: 'The migration failed.', cause: fields })
  })
})
