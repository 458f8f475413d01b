import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '@countersign/service/sql'
import { listenLocally, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { ADD_CLIENT, refusal, startCommandLine } from '../../test/command-line.ts'
import { generateSecrets } from '../secrets.ts'

const EVENTS_SECRET = `whsec_${Buffer.alloc(32, 'x1y2z3').toString('base64')}`
const line = startBeforeAll(startCommandLine)
const receiver = startBeforeAll(startReceiver)
const environment = () => ({ EVENTS_URL: receiver.url, EVENTS_SECRET })

async function startReceiver() {
  const received: string[] = []
  const state = { status: 202 }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push(`${String(request.headers['webhook-signature'])} ${await text(request)}`)
    response.writeHead(state.status).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  const port = await listenLocally(server)
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://localhost:${port}/hook?token=secret-of-the-receiver`, received, state, close }
}

async function inDatabase(statement: string) {
  const database = await openDatabase({ databaseUrl: line.url })
  const { rows } = await database.pool.query(statement)
  await database.close()
  return rows
}

test('events test sends a signed message that says it is a test, and prints what came back', async () => {
  const { code, said } = await line.runWith(environment(), 'events', 'test')
  expect([code, said]).toEqual([0, 'EVENTS_URL took the event, and answered with status 202.'])
  expect(receiver.received[0]).toMatch(/^v1,\S{44} \{"type":"test",/)
  receiver.state.status = 401
  const refused = await line.runWith(environment(), 'events', 'test')
  expect(refused).toMatchObject(refusal('EVENTS_URL did not take the event: it answered with status 401.'))
  expect(refused.complaint).not.toContain('secret-of-the-receiver')
  expect(await line.run('events', 'test')).toMatchObject(refusal('EVENTS_URL is not set'))
})

test("a command's event waits for the running processes, and doctor says where one waits for long", async () => {
  const env = {
    ...environment(),
    ...(await generateSecrets()),
    BASE_URL: 'https://id.example',
    TRUSTED_PROXIES: 'none',
  }
  await line.runWith(env, ...ADD_CLIENT)
  const waiting = 'select event from provider.event_deliveries'
  expect(await inDatabase(waiting)).toEqual([{ event: 'client_registered' }])
  await line.run(...ADD_CLIENT)
  expect(await inDatabase(waiting)).toHaveLength(1)
  const weakness = '- audit events wait for EVENTS_URL since'
  const { said } = await line.runWith(env, 'doctor')
  expect(said).toMatch(/audit events +waiting for EVENTS_URL: 1 +database/)
  expect(said).not.toContain(weakness)
  await inDatabase(`
    update provider.event_deliveries
       set created_at = now() - interval '2 hours', failed_at = now(), failure = 'answered with status 401'`)
  const weak = await line.runWith(env, 'doctor')
  expect(weak.said).toContain(weakness)
  expect(weak.said).toContain('It last answered with status 401. Try: countersign events test')
  for (const secret of ['secret-of-the-receiver', EVENTS_SECRET]) expect(weak.said).not.toContain(secret)
})
