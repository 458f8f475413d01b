import { expect, test } from 'vitest'
import { sendByToken } from './send-by-token.ts'

test.each(['', 'a token', 'pasted\n', 'tokén', '“token”'])(
  'takes %j, which no header carries, for a wrong token',
  async (token) => {
    const send = sendByToken('http://localhost:1', () => token)
    await expect(send({ method: 'GET', path: 'me/' })).rejects.toMatchObject({
      failure: { code: 'invalid_admin_token' },
    })
  },
)
