import { expect, test } from 'vitest'
import { sendByToken } from './send-by-token.ts'

test.each(['', 'a token', 'pasted\n', 'tokén', '“token”'])(
  'takes %j, which no header carries, for a wrong token',
  async (token) => {
    const send = sendByToken({ issuer: 'http://localhost:1', coreUrl: '' }, () => token)
    await expect(send({ method: 'GET', path: 'me/' }, 'provider')).rejects.toMatchObject({
      failure: { code: 'invalid_admin_token' },
    })
  },
)
