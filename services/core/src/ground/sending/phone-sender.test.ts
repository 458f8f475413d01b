import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { CodeNotSent } from './code-message.ts'
import { sendToPhone } from './create-senders.ts'

const MESSAGE = { to: '+41791234567', code: '012345', language: 'fr' } as const
const TOKEN = 'token-of-the-sender-of-messages-0123'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function startSender(status: number, headers: Record<string, string> = {}) {
  const received: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] = []
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/messages`
  return { received, settings: { url, token: TOKEN } }
}

test('posts number, text and language, and proves who asks', async () => {
  const { received, settings } = await startSender(202)
  await sendToPhone(settings, MESSAGE, 'id.example')
  expect(received).toHaveLength(1)
  expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' })
  expect(received[0]?.body).toEqual({
    to: '+41791234567',
    text: '012345 est votre code pour id.example. Valable 10 minutes. Ne le dites à personne.',
    language: 'fr',
  })
})

test('fails where the sender refuses, without saying for whom', async () => {
  const { settings } = await startSender(500)
  const failed = sendToPhone(settings, MESSAGE, 'id.example')
  await expect(failed).rejects.toThrow(CodeNotSent)
  await expect(failed).rejects.not.toThrow('4179')
})

test('follows no redirect with its token', async () => {
  const { received, settings } = await startSender(307, { location: '/elsewhere' })
  await expect(sendToPhone(settings, MESSAGE, 'id.example')).rejects.toThrow()
  expect(received).toHaveLength(1)
})
