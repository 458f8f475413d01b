import { createServer, type Socket } from 'node:net'
import { openDatabase } from '@countersign/service/sql'
import { closeAfterTest, databaseForTest, hasOwnServer } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../test/command-line.ts'
import { generateSecrets } from './secrets.ts'

const PASSWORD = 'open-sesame'
const SERVED = {
  ...(await generateSecrets()),
  BASE_URL: 'https://id.example',
  TRUSTED_PROXIES: 'none',
  PORT: '0',
  LOG_LEVEL: 'fatal',
}

/** The complaint of each command that opens the database, and doctor's rows. */
async function hear(databaseUrl: string): Promise<readonly string[]> {
  const heard: string[] = []
  for (const command of ['migrate', 'clients list', 'serve']) {
    const { code, complaint } = await runCommand(command.split(' '), { ...SERVED, DATABASE_URL: databaseUrl })
    expect(code).toBe(1)
    heard.push(complaint)
  }
  const doctor = await runCommand(['doctor'], { ...SERVED, DATABASE_URL: databaseUrl })
  expect(doctor.complaint).toMatch(/^To be mended: .*(database|DATABASE_URL)/)
  return [...heard, doctor.said]
}

/** A server that answers a start-up message as PostgreSQL does when it refuses (PostgreSQL, 55.7: ErrorResponse). */
async function startRefusing(code: string, message: string) {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`
  const answer = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)])
  answer.writeInt32BE(answer.length - 1, 1)
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { port, close: async () => void server.close() }
}

describe('every command on a refusing database:', () => {
  test.each([
    ['28P01', 'password authentication failed for user "id"', 'refused the password in DATABASE_URL. In a URL'],
    ['28000', 'no pg_hba.conf entry for host "10.0.0.1", no encryption', 'pg_hba.conf has no line for it'],
    ['28000', 'role "id" does not exist', 'it is missing or may not log in'],
    ['3D000', 'database "countersign" does not exist', 'is not there. Check the name at the end of DATABASE_URL'],
    ['53300', 'sorry, too many clients already', 'End other clients, or raise max_connections'],
    ['57P03', 'the database system is starting up', 'starts, stops or recovers. Try again'],
    ['08P01', 'unsupported startup parameter: options', 'A pooler takes no options'],
    ['53100', 'could not extend file', 'has no room left'],
  ])('%s (%s) is told with what to do', async (code, words, toDo) => {
    const { port } = closeAfterTest(await startRefusing(code, words))
    for (const said of await hear(`postgresql://id:${PASSWORD}@127.0.0.1:${port}/countersign`)) {
      expect(said).toContain(`The database 127.0.0.1:${port}/countersign `)
      expect(said).toContain(toDo)
      expect(said).toContain(`It says: ${words}.`)
      expect(said).not.toContain(PASSWORD)
    }
  })

  test.each([
    ['nothing listens', `postgresql://id:${PASSWORD}@127.0.0.1:9/countersign`, 'nothing listens at this host and port'],
    ['no such host', `postgresql://id:${PASSWORD}@db.invalid/countersign`, 'has a host name without an address'],
    ['no such socket', `postgresql://id:${PASSWORD}@/countersign?host=/nowhere`, 'has no socket there'],
    ['another database', `mysql://id:${PASSWORD}@127.0.0.1/countersign`, 'must be the URL of a PostgreSQL'],
    ['no scheme', `id:${PASSWORD}@127.0.0.1/countersign`, 'must be the URL of a PostgreSQL'],
    ['words', `host=127.0.0.1 password=${PASSWORD}`, 'must be the URL of a PostgreSQL'],
    ['quotes', `"postgresql://id:${PASSWORD}@127.0.0.1/countersign"`, 'leave the quotes out'],
    ['a / in the password', `postgresql://id:/${PASSWORD}@127.0.0.1/countersign`, 'are written %40'],
    ['a # in the password', `postgresql://id:p#${PASSWORD}@127.0.0.1/countersign`, 'are written %40'],
    ['a ? in the password', `postgresql://id:p?${PASSWORD}@127.0.0.1/countersign`, 'are written %40'],
    ['@ and / in the password', `postgresql://id:${PASSWORD}@${PASSWORD}/@127.0.0.1/c`, 'are written %40'],
    ['a % in the password', `postgresql://id:%E0%A4%A@127.0.0.1/c`, 'are written %40'],
    ['a port of words', `postgresql://id:${PASSWORD}@127.0.0.1:port/countersign`, 'are written %40'],
    ['no file of TLS', `postgresql://id:${PASSWORD}@127.0.0.1/c?sslrootcert=/nowhere`, 'names a file of TLS'],
  ])('%s is told with what to do', async (_case, databaseUrl, toDo) => {
    for (const said of await hear(databaseUrl)) {
      expect(said).toContain(toDo)
      expect(said).not.toContain(PASSWORD)
    }
  })

  test.runIf(hasOwnServer)('missing TLS and a read-only database are explained', async () => {
    const url = await databaseForTest()
    for (const said of await hear(`${url}?sslmode=verify-full`)) expect(said).toContain('has no TLS')
    const name = new URL(url).pathname.slice(1)
    const { pool } = closeAfterTest(await openDatabase({ databaseUrl: url }))
    await pool.query(`alter database ${name} set default_transaction_read_only = on`)
    const { complaint } = await runCommand(['migrate'], { DATABASE_URL: url })
    expect(complaint).toContain('only reads: it is a standby, or was made read-only')
  })
})
