import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { SettingRefused } from '@countersign/service/settings'
import { temporaryFolder } from '@countersign/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { CodeNotSent, RecipientRefused, writeCodeMail } from './code-message.ts'
import { sendToPhone } from './create-senders.ts'
import { createMailFailures } from './mail-failures.ts'
import { readMailConfig } from './mail-settings.ts'
import { OUR_TEXTS } from './message-texts.ts'
import { sendTestMail, writeTestMail } from './send-test-mail.ts'
import { createMailSender, parseSmtpUrl } from './smtp.ts'

const folder = temporaryFolder()
function fileWith(texts: unknown): string {
  const path = join(folder, 'texts.json')
  writeFileSync(path, JSON.stringify(texts))
  return path
}

let server: Server | undefined
afterEach(() => void server?.close())

async function listen(next: Server): Promise<string> {
  server = next
  await new Promise<void>((resolve) => next.listen(0, '127.0.0.1', resolve))
  const address = next.address()
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

describe('the SMS sender', () => {
  const MESSAGE = { to: '+41791234567', language: 'fr' } as const
  const TEXT = '012345 est votre code pour id.example.'
  const TOKEN = 'token-of-the-sender-of-messages-0123'

  async function startSender(status: number, headers: Record<string, string> = {}) {
    const received: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] = []
    const url = await listen(
      createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
          response.writeHead(status, headers).end()
        })
      }),
    )
    return { received, settings: { url: `http://${url}/messages`, token: TOKEN } }
  }

  test('posts number, text and language, and proves who asks', async () => {
    const { received, settings } = await startSender(202)
    await sendToPhone(settings, MESSAGE, TEXT)
    expect(received).toHaveLength(1)
    expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' })
    expect(received[0]?.body).toEqual({
      to: '+41791234567',
      text: TEXT,
      language: 'fr',
    })
  })

  test('fails where the sender refuses, without saying for whom', async () => {
    const { settings } = await startSender(500)
    const failed = sendToPhone(settings, MESSAGE, TEXT)
    await expect(failed).rejects.toThrow(CodeNotSent)
    await expect(failed).rejects.not.toThrow('4179')
  })

  test('follows no redirect with its token', async () => {
    const { received, settings } = await startSender(307, { location: '/elsewhere' })
    await expect(sendToPhone(settings, MESSAGE, TEXT)).rejects.toThrow()
    expect(received).toHaveLength(1)
  })
})

describe('the mail sender', () => {
  const MAIL = writeCodeMail({ to: 'zoe@example.org', code: '012345', language: 'ja' }, OUR_TEXTS.ja.code, {
    host: 'id.example',
    brand: 'Example ID',
  })

  /** A mail server for one message (RFC 5321), with this answer to the recipient. */
  async function startMailServer(answerToRecipient = '250 OK') {
    const told: string[] = []
    const converse = (socket: Socket) => {
      let isData = false
      socket.write('220 mail.test ESMTP\r\n')
      socket.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\r\n').slice(0, -1)) {
          told.push(line)
          if (isData && line !== '.') continue
          const wasData = isData
          isData = line === 'DATA'
          socket.write(answerTo(line, wasData))
        }
      })
    }
    const answerTo = (line: string, wasData: boolean) => {
      if (wasData) return '250 Taken\r\n'
      if (line.startsWith('EHLO')) return '250-mail.test\r\n250-SMTPUTF8\r\n250 AUTH PLAIN\r\n'
      if (line.startsWith('AUTH')) return '235 Welcome\r\n'
      if (line.startsWith('RCPT')) return `${answerToRecipient}\r\n`
      return line === 'DATA' ? '354 Go on\r\n' : '250 OK\r\n'
    }
    return { told, url: `smtp://user:p%40ss@${await listen(createTcpServer(converse))}` }
  }

  test('sends a mail to one address, as text and as HTML', async () => {
    const { told, url } = await startMailServer()
    const sender = await createMailSender(parseSmtpUrl(url), 'Example ID <no-reply@id.example>')
    await sender.send(MAIL)
    sender.close()
    expect(told).toContain(`AUTH PLAIN ${Buffer.from('\0user\0p@ss').toString('base64')}`)
    expect(told.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<zoe@example.org>'])
    expect(told).toContain('From: Example ID <no-reply@id.example>')
    expect(told).toContain('To: zoe@example.org')
    expect(told.filter((line) => line.startsWith('Content-Type: text/')).toSorted()).toEqual([
      'Content-Type: text/html; charset=utf-8',
      'Content-Type: text/plain; charset=utf-8',
    ])
  })

  test.each([
    ['for now', '450 Come back later <zoe@example.org>', { code: 'EENVELOPE', responseCode: 450 }],
    ['for good', '550 No such mailbox <zoe@example.org>', new RecipientRefused('The mail server answered 550.')],
  ])('fails if the server refuses it %s', async (_case, answer, failure) => {
    const { url } = await startMailServer(answer)
    const sender = await createMailSender(parseSmtpUrl(url), 'no-reply@id.example')
    await expect(sender.send(MAIL)).rejects.toMatchObject(failure)
    sender.close()
  })

  test('a test mail is sent in the words of the operator, and the answer of the server is handed on', async () => {
    const { told, url } = await startMailServer()
    const texts = { de: { code: { subject: 'Code von {brand}', not_you: 'Fragen? {host}' } } }
    const config = await readMailConfig({
      BASE_URL: 'https://id.example',
      SMTP_URL: url,
      MAIL_FROM: 'no-reply@id.example',
      BRAND_NAME: 'Example ID',
      MAIL_TEXTS_FILE: fileWith(texts),
    })
    const mail = { to: 'zoe@example.org', language: 'de', kind: 'code' } as const
    expect(await sendTestMail(config, mail)).toBe('250 Taken')
    expect(told).toContain('Subject: Code von Example ID')
    expect(told).toContain('Fragen? id.example')
    expect(told.join('\n')).toContain('000000')
    const security = writeTestMail(config, { ...mail, kind: 'security' })
    expect(security.subject).toBe('Sicherheitshinweis zu Ihrem Konto bei Example ID')
    expect(security.text).toContain('– Zugang für eine App: Example App')
    expect(security.text).toContain('mit Firefox on Linux')
    expect(security.text).not.toMatch(/[{}]/)
  })

  test('a refused test mail says in words why, with the answer of the server', async () => {
    const { url } = await startMailServer('450 Come back later')
    const config = await readMailConfig({ BASE_URL: 'https://id.example', SMTP_URL: url, MAIL_FROM: 'a@id.example' })
    const sending = sendTestMail(config, { to: 'zoe@example.org', language: 'en', kind: 'code' })
    await expect(sending).rejects.toThrow(
      /^The mail server refuses MAIL_FROM or the recipient \(status 450\)\. It answered: 450 Come back later/,
    )
  })

  test.each([
    ['another language', { it: {} }, '"it" is no language of ours: en, de'],
    ['an unknown kind', { de: { sms: {} } }, '"de.sms" is neither "code" nor "security"'],
    ['an unknown key', { de: { code: { titel: 'x' } } }, '"de.code.titel" is no text of ours: subject, intro'],
    ['a number as a text', { de: { code: { intro: 1 } } }, '"de.code.intro" must be a text of 1 to 400 characters'],
    ['a line break', { de: { code: { subject: 'a\nBcc: b@c.d' } } }, 'on one line'],
    ['an unknown placeholder', { de: { code: { intro: '{name}' } } }, 'holds {name}, and may hold {brand}, {host}.'],
    ['a missing placeholder', { fr: { code: { sms: 'Salut' } } }, '"fr.code.sms" must hold {code}'],
    ['a list', [], 'it must be an object'],
  ])('texts with %s are refused with what to write', async (_case, texts, words) => {
    const config = readMailConfig({ BASE_URL: 'https://id.example', MAIL_TEXTS_FILE: fileWith(texts) })
    await expect(config).rejects.toThrow(words)
  })

  test('accepts its own texts as a file, so that operators can start from them', async () => {
    expect((await readMailConfig({ MAIL_TEXTS_FILE: fileWith(OUR_TEXTS) })).texts).toEqual(OUR_TEXTS)
  })

  test("failures are counted for a day, with the last one's reason in words and without the address", async () => {
    const { url } = await startMailServer('450 Come back later <zoe@example.org>')
    const sender = await createMailSender(parseSmtpUrl(url), 'no-reply@id.example')
    let now = new Date('2026-11-27T12:59:00Z')
    const failures = createMailFailures(() => now)
    const refused = await sender.send(MAIL).catch((error: unknown) => error)
    sender.close()
    failures.note(refused)
    failures.note(refused)
    failures.note(new RecipientRefused('The mail server answered 550.'))
    const last = { at: now, reason: 'The mail server refuses MAIL_FROM or the recipient (status 450).' }
    expect(failures.read()).toEqual({ ofLastDay: 2, last })
    now = new Date('2026-11-28T11:30:00Z')
    failures.note(refused)
    expect(failures.read().ofLastDay).toBe(3)
    now = new Date('2026-11-28T12:00:00Z')
    expect(failures.read()).toMatchObject({ ofLastDay: 1, last: { reason: last.reason } })
  })

  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, user: '', password: '' }],
    ['smtps://a%40b:c@mail.example', { host: 'mail.example', port: 465, secure: true, user: 'a@b', password: 'c' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, user: '', password: '' }],
  ])('reads SMTP_URL %s', (text, settings) => {
    expect(parseSmtpUrl(text)).toEqual(settings)
  })

  test.each([
    'mail.example',
    'https://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example?tls=none',
    'smtp://user:100%@mail.example',
  ])('refuses SMTP_URL %j', (text) => {
    expect(() => parseSmtpUrl(text)).toThrow(SettingRefused)
  })
})
