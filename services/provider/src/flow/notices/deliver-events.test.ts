import { expect, test } from 'vitest'
import { signWebhook } from './deliver-events.ts'

/** The example of the libraries of Standard Webhooks. */
test('an event is signed as the example of Standard Webhooks is', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt: 1_614_265_330, body: '{"test": 2432232314}' }
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signWebhook([secret], message)).toBe(signature)
  expect(signWebhook([Buffer.alloc(24), secret], message).split(' ')[1]).toBe(signature)
})
