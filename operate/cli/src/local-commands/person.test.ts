import { freePort } from '@countersign/testing'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, runCommand } from '../../test/command-line.ts'

const CLOSED = `http://localhost:${await freePort()}`

/** Another server at a mistyped address, and the provider's refusals. */
const elsewhere = Fastify()
const asked: string[] = []
let address: string
beforeAll(async () => {
  elsewhere.addHook('onRequest', async ({ url }) => void asked.push(url))
  elsewhere.get('/refused', async (_request, reply) =>
    reply.code(400).send({ error: 'invalid_client', error_description: 'The client_id is unknown.' }),
  )
  elsewhere.get('/sent-back', async (_request, reply) =>
    reply.redirect('https://app.example/cb?error=invalid_scope&error_description=No+such+scope.'),
  )
  elsewhere.post('/api/account/register/start/', async (_request, reply) =>
    reply.code(429).header('retry-after', '600').send({ code: 'too_many_requests' }),
  )
  address = await elsewhere.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => elsewhere.close())

const run = (...parameters: readonly string[]) => runCommand(['person', ...parameters])

test.each([
  ['a text that is not an address', ['--core', 'localhost:8080'], 'it must begin with http:// or https://'],
  ['a claim that there is not', ['--claim', 'emial=a@b'], 'There is no claim "emial". There are: email, name'],
  ['a claim without a value', ['--claim', 'email'], '--claim takes name=value'],
  ['an address without a server', ['--core', CLOSED], `Nothing answers at ${CLOSED}. Start it (countersign dev)`],
  ['an app that is down', ['--approve', `${CLOSED}/x`], `Nothing answers at ${CLOSED}.`],
])('countersign person says what to do about %s', async (_case, parameters, words) => {
  expect(await run(...parameters)).toMatchObject(refusal(words))
})

test('countersign person says why the provider refuses a request, and does not sign up for it', async () => {
  const paths = {
    '/refused': 'The client_id is unknown.',
    '/sent-back': 'No such scope.',
    '/nothing': 'leads to no request of an app',
  }
  for (const [path, words] of Object.entries(paths)) {
    expect(await run('--core', address, '--approve', `${address}${path}`)).toMatchObject(refusal(words))
  }
  expect(asked).toEqual(['/refused', '/sent-back', '/nothing'])
})

test('countersign person says when to come back', async () => {
  const words = 'try again in 10 minutes, or raise RATE_LIMIT_SIGN_UPS'
  expect(await run('--core', address)).toMatchObject(refusal(words))
})

test('countersign person does not run in production', async () => {
  expect(await runCommand(['person'], { NODE_ENV: 'production' })).toMatchObject(refusal('for development only'))
})
