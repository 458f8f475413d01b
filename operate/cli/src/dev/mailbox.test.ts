import { createHttpServer } from '@countersign/service/http'
import { createLogger } from '@countersign/service/telemetry'
import { afterAll, expect, test } from 'vitest'
import { createMailbox, MAILBOX_PATH, mountMailbox } from './mailbox.ts'

const mailbox = createMailbox()
const app = createHttpServer({ logger: createLogger({ level: 'silent' }) })
mountMailbox(app, mailbox)
afterAll(() => app.close())

test('an empty mailbox says so, in a main landmark', async () => {
  const { body } = await app.inject(MAILBOX_PATH)
  expect(body).toContain('Nothing yet')
  expect(body).toContain('<main>')
  // Without an icon of its own the browser asks for one that the policy forbids.
  expect(body).toContain('<link rel="icon" href="data:,">')
})

test('the mailbox of a developer shows what would be sent as text, the newest first, and marks the code', async () => {
  const mail = { to: 'ada@example.org', subject: 'Your code', text: '<b>012345</b>', html: '<b>012345</b>' }
  for (let count = 0; count < 60; count += 1) mailbox.deliver(mail)
  mailbox.deliver({ ...mail, subject: 'The last one' })
  expect(mailbox.mails()).toHaveLength(50)
  expect(mailbox.mails()[0]?.subject).toBe('The last one')
  const { body, headers } = await app.inject(MAILBOX_PATH)
  expect(body).toContain('ada@example.org')
  expect(body).toContain('<strong>012345</strong>')
  expect(body).toContain('&#60;b&#62;012345')
  expect(body).not.toContain('<b>')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*; script-src 'sha256-[^ ]+'; frame/)
})
