// Long: oauth2-proxy before an app that knows no OpenID, by itself and behind Caddy, both built from their Go modules.
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestServer, type TestPerson, type TestServer } from '@countersign/test-server'
import { freePort, temporaryFolder } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor, leadsTo, type StartedExample, startExample } from '../support/examples.ts'

/** The builds download their modules. */
const MINUTES = 900_000
const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/apps/oauth2-proxy.md'), 'utf8')
const MODULES = ['github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6', 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9']
const AS_REGISTERED = { metadata: { verified_claims_required: ['email'] } }
const ON_THE_LIST = { claims: { email: 'ada@example.org' }, verified: ['email'] } as const

type Started = { readonly clientId: string; readonly site: StartedExample; readonly proxy: StartedExample }

describe.runIf(hasGo())('an app that knows no OpenID (needs go)', () => {
  const folder = temporaryFolder()
  const upstream = createServer((request, response) => response.end(JSON.stringify(request.headers)))
  const started: Started[] = []
  let upstreamPort: number
  let server: TestServer
  let ada: TestPerson

  beforeAll(async () => {
    for (const module of MODULES) {
      await promisify(execFile)('go', ['install', module], { env: { ...process.env, GOBIN: folder } })
    }
    upstreamPort = await freePort()
    upstream.listen(upstreamPort, '127.0.0.1')
    server = await createTestServer()
    ada = await server.createPerson(ON_THE_LIST)
  }, MINUTES)
  afterAll(async () => {
    for (const { site, proxy } of started) for (const each of new Set([site, proxy])) await each.close()
    upstream.close()
    await server.stop()
  })

  /** Starts the guide's commands, with values and other options in place of its own. */
  async function start(place: 'by itself' | 'behind Caddy', options: Readonly<Record<string, string>> = {}, app = {}) {
    const [port, proxyPort] = [await freePort(), await freePort()]
    const sitePort = place === 'by itself' ? proxyPort : port
    const redirectUri = `http://localhost:${sitePort}/oauth2/callback`
    const scopes = ['openid:required', 'email:required']
    const { clientId, clientSecret = '' } = await server.addApp({ redirectUri, scopes, plain: true, ...app })
    const fill = (block: string) =>
      replaceEach(readBlock(block), {
        ...options,
        '/etc/oauth2-proxy': folder,
        'whitelist-domain=id.example.com': `whitelist-domain=${new URL(server.issuer).host}`,
        'https://id.example.com': server.issuer,
        'https://wiki.example.com': `http://localhost:${sitePort}`,
        'wiki.example.com': `http://localhost:${sitePort}`,
        CLIENT_ID: clientId,
        '127.0.0.1:4180': `127.0.0.1:${proxyPort}`,
        '127.0.0.1:8090': `127.0.0.1:${upstreamPort}`,
      })
    const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, CLIENT_SECRET: clientSecret }
    await promisify(execFile)('sh', ['-c', fill('oauth2-proxy-secrets')], { env: { ...process.env, ...env } })
    const run = (line: string, at: number) =>
      startExample(server, { program: { command: 'sh', parameters: ['-c', line], cwd: folder }, port: at, env })
    const proxy = await run(`exec ${fill('oauth2-proxy').trim()} --cookie-secure=false`, proxyPort)
    writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${fill('oauth2-proxy-caddy')}`)
    const site = place === 'by itself' ? proxy : await run('exec caddy run', port)
    started.push({ clientId, site, proxy })
    return { clientId, url: site.url }
  }

  const PLACES = [
    { place: 'by itself', options: {}, user: 'x-forwarded-user', email: 'x-forwarded-email' },
    {
      place: 'behind Caddy',
      options: { 'http://127.0.0.1:8090': 'static://202', '--cookie-refresh=1h': '--cookie-expire=8h' },
      user: 'x-auth-request-user',
      email: 'x-auth-request-email',
    },
  ] as const

  describe.for(PLACES)('oauth2-proxy $place', ({ place, options, user, email }) => {
    let app: Awaited<ReturnType<typeof start>>
    beforeAll(async () => {
      app = await start(place, options, AS_REGISTERED)
    })

    async function signIn(person: TestPerson) {
      const visitor = createVisitor()
      const url = leadsTo(await visitor.visit(`${app.url}/page?of=two&words`))
      return { visitor, asked: new URL(url).searchParams, answer: await visitor.visit(await person.approve(url)) }
    }

    test('signs a person in by PKCE and nonce, and tells the app who they are', async () => {
      const { visitor, asked, answer } = await signIn(ada)
      expect([...asked.keys()]).toEqual(expect.arrayContaining(['code_challenge', 'nonce', 'state']))
      expect(JSON.parse(answer.text)).toMatchObject({ [user]: ada.subject, [email]: 'ada@example.org' })
      const headers = { [user]: 'eve', [email]: 'eve@example.org' }
      const { text } = await visitor.visit(`${app.url}/page`, { headers })
      expect(JSON.parse(text)).toMatchObject({ [user]: ada.subject, [email]: 'ada@example.org' })
    })

    test('refuses an address that is not on the list, and headers of a visitor', async () => {
      const eve = await server.createPerson({ claims: { email: 'eve@example.org' }, verified: ['email'] })
      const { visitor, answer } = await signIn(eve)
      expect(answer.status).toBe(403)
      const headers = { [user]: ada.subject, [email]: 'ada@example.org' }
      expect(leadsTo(await visitor.visit(app.url, { headers }))).toContain(server.issuer)
    })

    test('signs out, and on to the page that signs out of Countersign', async () => {
      const { visitor } = await signIn(ada)
      const [link = ''] = /\/oauth2\/sign_out\?rd=[^`]+/.exec(GUIDE) ?? []
      const issuer = encodeURIComponent(server.issuer)
      const signOut = link.replace('https%3A%2F%2Fid.example.com', issuer).replace('CLIENT_ID', app.clientId)
      const page = leadsTo(await visitor.visit(app.url + signOut))
      expect(page).toBe(`${server.issuer}/oauth/logout?client_id=${app.clientId}`)
      expect((await fetch(page)).status).toBe(200)
      expect(leadsTo(await visitor.visit(app.url))).toContain('/oauth/authorize')
    })
  })

  test('an address on the list that its person has not verified is refused by oauth2-proxy too', async () => {
    const { url } = await start('by itself')
    const eve = await server.createPerson({ claims: { email: 'ada@example.org' } })
    const { visit } = createVisitor()
    expect((await visit(await eve.approve(leadsTo(await visit(url))))).status).toBe(403)
  })

  test('a revoked approval ends the session at the next refresh', async () => {
    const { url, clientId } = await start('by itself', { 'cookie-refresh=1h': 'cookie-refresh=1ns' })
    const { visit } = createVisitor()
    expect((await visit(await ada.approve(leadsTo(await visit(url))))).status).toBe(200)
    await ada.revoke({ clientId })
    // It counts in whole seconds.
    await expect.poll(async () => (await visit(url)).leadsTo).toContain('/oauth/authorize')
  })
})

/** @throws Error if the guide has no block of this name */
function readBlock(name: string): string {
  const [, code] = new RegExp(`^\`\`\`\\w+ ${name}\\n([^]*?)^\`\`\``, 'm').exec(GUIDE) ?? []
  if (code === undefined) throw new Error(`oauth2-proxy.md has no block "${name}".`)
  return code
}

function replaceEach(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((sofar, [old, value]) => sofar.replaceAll(old, value), text)
}

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
