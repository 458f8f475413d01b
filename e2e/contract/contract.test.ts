import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { AUTHORIZATION } from './statements/authorization.ts'
import { CORE } from './statements/core.ts'
import { INTERNAL_CALLS } from './statements/internal-calls.ts'
import { TOKENS } from './statements/tokens.ts'
import { startWorld } from './world.ts'

const STATEMENTS = [...AUTHORIZATION, ...INTERNAL_CALLS, ...CORE, ...TOKENS]

describe.each([
  ['together', 'HS256'],
  ['together', 'ES256'],
  ['apart', 'HS256'],
  ['apart', 'ES256'],
] as const)('the interface contract, %s, %s', (layout, algorithm) => {
  const world = startBeforeAll(() => startWorld(layout, algorithm))

  test.each(STATEMENTS)('%s', async (_statement, observe) => {
    const [observed, expected] = await observe(world)
    expect(observed).toEqual(expected)
  })
})

test('core: while the provider is away each call answers 503 and { error }', async () => {
  const { system, start, consent, close } = await startWorld('apart', 'ES256')
  const { id } = await start()
  const { data_token } = (await consent.attest(id, { claims: {} })).body
  await system.stopProvider()
  const answers = [
    await consent.read(id),
    await consent.attest(id, { claims: {} }),
    await consent.complete(id, data_token),
  ]
  const unavailable = [503, expect.stringMatching(/temporarily unavailable/)]
  expect(answers.map(({ status, body }) => [status, body['error']])).toEqual(answers.map(() => unavailable))
  await close()
})
