import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { openDatabase } from '@countersign/service/sql'
import { createServerDatabase, freePort, listenLocally, signUpForToken, startBeforeAll } from '@countersign/testing'
import { expect, onTestFinished, test } from 'vitest'
import { PROGRAM } from '../test/command-line.ts'
import { generateSecrets } from './secrets.ts'

const ADMIN_TOKEN = randomBytes(32).toString('base64url')
const HEADERS = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }

const shared = startBeforeAll(async () => {
  const { url, drop } = await createServerDatabase()
  return { url, secrets: await generateSecrets(), close: drop }
})

async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close())
  return `127.0.0.1:${await listenLocally(server)}`
}

/** Refuses all calls at once, but never answers the report of ended sessions if `isSilent`. */
function startProvider({ isSilent }: { readonly isSilent: boolean }) {
  const asked = Promise.withResolvers<void>()
  const server = createHttpServer((request, response) => {
    if (isSilent && request.url?.endsWith('/sessions/end/')) return asked.resolve()
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"service_unavailable"}')
  })
  return { server, asked: asked.promise }
}

async function startCore(settings: Readonly<Record<string, string>>) {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const addresses = { BASE_URL: 'http://localhost:9', WEB_URL: url, PORT: port, TRUSTED_PROXIES: 'none' }
  const env = { ...shared.secrets, ...addresses, DATABASE_URL: shared.url, ADMIN_TOKEN, ...settings }
  const child = spawn(process.execPath, [PROGRAM, 'serve', 'core'], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += String(part)))
  await expect.poll(() => log).toContain('"event":"listening"')
  return { child, url, log: () => log }
}

/** Ends the sessions of a new person, of which they get mail and the provider hears. */
async function endSessions(url: string): Promise<void> {
  const { userId } = await signUpForToken({ url, origin: url })
  const { sql, close } = await openDatabase({ databaseUrl: shared.url })
  await sql`insert into core.security_contacts (user_id, email, language) values (${userId}, 'ada@example.org', 'en')`
  await close()
  const body = JSON.stringify({ reason: 'Your laptop was found.' })
  const path = `${url}/api/core/admin/accounts/${userId}/end-sessions/`
  expect((await fetch(path, { method: 'POST', headers: HEADERS, body })).status).toBe(200)
}

test.each(['mail server', 'provider'] as const)(
  'SIGTERM while a %s says nothing: the process exits with 0',
  async (silent) => {
    const mail = createServer()
    const mailed = once(mail, 'connection')
    const provider = startProvider({ isSilent: silent === 'provider' })
    const settings = { PROVIDER_URL: `http://${await listen(provider.server)}`, INTERNAL_SERVICE_TIMEOUT: '15' }
    const smtp = { SMTP_URL: `smtp://${await listen(mail)}`, MAIL_FROM: 'id@example.org' }
    const { child, url, log } = await startCore({ ...settings, ...(silent === 'mail server' && smtp) })
    await endSessions(url)
    await (silent === 'provider' ? provider.asked : mailed)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(log()).not.toContain('stopping_failed')
  },
)
