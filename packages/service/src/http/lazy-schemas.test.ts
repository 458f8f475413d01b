import { recordLog } from '@countersign/testing'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { createHttpServer } from './http-server.ts'

const app = createHttpServer(recordLog())
const Book = Type.Object({ pages: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
app.post('/books', { schema: { body: Book, response: { 200: Book } } }, async (request) => ({
  ...Object(request.body),
  secret: 'not in the schema',
}))
app.post('/broken', { schema: { body: { type: 'nothing' } } }, async () => ({}))
afterAll(() => app.close())

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

test('schemas compiled at the first request refuse, let through and serialize as those compiled before', async () => {
  expect((await post('/books', { pages: 0 })).json()).toMatchObject({ error: 'pages must be >= 1.' })
  const taken = await post('/books', { pages: 3 })
  expect([taken.statusCode, taken.json()]).toEqual([200, { pages: 3 }])
  expect((await post('/books', { pages: '3' })).json()).toMatchObject({ error: 'pages must be integer.' })
  expect((await post('/books', { pages: 3, more: 1 })).statusCode).toBe(400)
})

test('a schema that does not compile is a server error of its route alone', async () => {
  expect((await post('/broken', {})).statusCode).toBe(500)
  expect((await post('/books', { pages: 3 })).statusCode).toBe(200)
})
