import { startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { startCore } from './core-under-test.ts'
import { twist } from './provider-under-test.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('the preview of a request, without a session', () => {
  const core = startBeforeAll(() => startCore())
  beforeEach(() => {
    core.provider.lie = undefined
  })

  const preview = (id: string) =>
    core.app.inject({ url: `/api/requests/${id}/preview/`, headers: { origin: 'https://consent.example' } })

  test('is shown by the identifier alone, as the provider has it', async () => {
    const real = await core.provider.real()
    const id = await real.startRequest({ prompt: 'create', login_hint: 'ada@example.com' })
    const response = await preview(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual((await real.internal('GET', `auth-request-preview/?auth_request_id=${id}`)).json())
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': 'https://consent.example',
    })
  })

  test('holds nothing more, whatever the provider says', async () => {
    const id = await (await core.provider.real()).startRequest()
    core.provider.lie = twist('auth-request-preview', (told) => ({ ...told, state: 'secret', login_hint: 'ada' }))
    expect(Object.keys((await preview(id)).json())).toEqual(['status', 'expires_at', 'client', 'asked'])
  })

  test('is refused for an unknown and for a malformed identifier', async () => {
    await core.provider.real()
    expect((await preview(UNKNOWN)).json()).toMatchObject({ code: 'not_found' })
    expect((await preview('42')).statusCode).toBe(400)
  })
})
