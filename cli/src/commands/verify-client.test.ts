import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@countersign/service/telemetry'
import {
  createLyingProxy,
  type Lie,
  type LyingProxy,
  passTo,
  TEST_CERTIFICATE,
  TEST_PRIVATE_KEY,
  type Told,
} from '@countersign/testing'
import { INSTALLED_MANIFEST } from '@countersign/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMinisigner } from '../../test/minisigner.ts'
import { runProgram } from '../program.ts'
import { type RunningServer, startServer } from '../server.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const folder = mkdtempSync(join(tmpdir(), 'countersign-verify-'))
let server: RunningServer
let proxy: LyingProxy
let url: string

beforeAll(async () => {
  const logo = join(folder, 'logo.svg')
  writeFileSync(logo, LOGO)
  const env = {
    PORT: '0',
    BASE_URL: 'https://id.example',
    CORE_URL: 'https://core.example',
    BRAND_NAME: 'Example\u001b[2J Bank',
    BRAND_ACCENT: '#5b2a86',
    BRAND_LOGO_FILE: logo,
  }
  server = await startServer({ env, components: ['consent'], logger: createLogger({ level: 'silent' }) })
  const address = server.app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server does not listen.')
  proxy = createLyingProxy(remember(passTo(`http://localhost:${address.port}`)))
  url = await proxy.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await proxy.app.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

type Pass = ReturnType<typeof passTo>

/** Asks the server once for each of what is asked: some hundred times the same, for every test anew. */
function remember(pass: Pass): Pass {
  const answers = new Map<string, ReturnType<Pass>>()
  return async (call) => {
    const question = JSON.stringify({ ...call, path: call.path.replace(/[\da-f-]{36}/, 'made up') })
    const answer = answers.get(question) ?? pass(call)
    answers.set(question, answer)
    return answer
  }
}

async function verify(lie: Lie | undefined, ...flags: readonly string[]) {
  proxy.lie = lie
  const said: string[] = []
  const complaints: string[] = []
  const code = await runProgram(['verify-client', url, ...flags], {
    env: { INIT_CWD: folder },
    output: { print: (text) => void said.push(text) },
    complain: (text) => void complaints.push(text),
  })
  return { code, said: said.join('\n'), complaint: complaints.join('') }
}

/** A server that changes what it says at these addresses. */
function changed(path: RegExp, change: (told: Told) => Partial<Told>): Lie {
  return async (received, truth) => {
    const told = await truth()
    return path.test(received.path) ? { ...told, ...change(told) } : told
  }
}

/** A server that changes what it says to those who send this. */
function changedFor(path: RegExp, sent: Readonly<Record<string, string>>, change: (told: Told) => Partial<Told>): Lie {
  return async (received, truth) => {
    const told = await truth()
    const isSent = Object.entries(sent).every(([name, value]) => received.headers[name] === value)
    return isSent && path.test(received.path) ? { ...told, ...change(told) } : told
  }
}

const changedPage = ({ body }: Told) => ({ body: body.replace('Vault', 'vault') })

const withHeader = (path: RegExp, name: string, change: (value: string) => string): Lie =>
  changed(path, ({ headers }) => ({ headers: { ...headers, [name]: change(headers[name] ?? '') } }))

const CSP = 'content-security-policy'
const PAGES = /^\/[\w-]*$/

describe('countersign verify-client', () => {
  test('finds that a server serves the release, whatever its operator configured', async () => {
    const { code, said, complaint } = await verify(undefined)
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' })
    expect(said).toContain('All that is served is that of the release.')
    expect(said).toMatch(/^Core +https:\/\/core\.example$/m)
    expect(said).toMatch(/^Compared with +this installation, signature not checked$/m)
    // What a server says of itself does not steer the terminal.
    expect(said).toMatch(/^Name +Example�\[2J Bank$/m)
  })

  test.each<[string, Lie, string]>([
    [
      'changes one byte of the page',
      changed(/^\/consent$/, ({ body }) => ({ body: body.replace('Vault', 'vault') })),
      '/consent: has other content',
    ],
    [
      'adds a script to the page',
      changed(PAGES, ({ body }) => ({ body: body.replace('</head>', '<script src="/x.js"></script></head>') })),
      '/ and 14 more: has other content',
    ],
    [
      'changes one byte of the console',
      changed(/^\/console\/app$/, ({ body }) => ({ body: body.replace('Console', 'console') })),
      '/console/app: has other content',
    ],
    [
      'changes one byte of a script that is loaded later',
      changed(/\/home-page-/, ({ body }) => ({ body: `${body} ` })),
      '/assets/home-page.js: has other content',
    ],
    [
      'changes one byte of the vault worker',
      changed(/\/vault-worker-/, ({ body }) => ({ body: body.replace('message', 'Message') })),
      '/assets/vault-worker.js: has other content',
    ],
    [
      'changes a script only where it is compressed with Brotli',
      changedFor(/\/index-/, { 'accept-encoding': 'br' }, ({ body }) => ({ body: `${body} ` })),
      '/assets/index.js: has other content',
    ],
    [
      'serves another page to whoever comes from an app',
      changed(/^\/consent\?auth_request_id=[\da-f-]{36}$/, changedPage),
      '/consent: has other content',
    ],
    [
      'serves another page where its address ends with a slash',
      changed(/^\/consent\/$/, changedPage),
      '/consent: has other content',
    ],
    [
      'serves another page to whoever comes from an app to an address that ends with a slash',
      changed(/^\/consent\/\?auth_request_id=/, changedPage),
      '/consent: has other content',
    ],
    [
      'serves another page to browsers that go there',
      changedFor(PAGES, { 'sec-fetch-mode': 'navigate' }, changedPage),
      '/ and 13 more: has other content',
    ],
    [
      'serves another page to browsers that came from elsewhere',
      changedFor(/^\/consent/, { 'sec-fetch-site': 'cross-site' }, changedPage),
      '/consent: has other content',
    ],
    [
      'serves another page to browsers that say what they are',
      changedFor(PAGES, { 'sec-ch-ua-mobile': '?0', 'upgrade-insecure-requests': '1' }, changedPage),
      '/ and 13 more: has other content',
    ],
    [
      'serves another page where a browser lists the encodings that it knows',
      changedFor(PAGES, { 'accept-encoding': 'gzip, deflate, br, zstd' }, changedPage),
      '/ and 13 more: has other content',
    ],
    [
      'serves another script where it is to be a worker',
      changedFor(/\/vault-worker-/, { 'sec-fetch-dest': 'worker' }, ({ body }) => ({ body: `${body} ` })),
      '/assets/vault-worker.js: has other content',
    ],
    [
      'serves a service worker of its own',
      changedFor(/^\/$/, { 'service-worker': 'script' }, () => ({ body: 'self.onfetch = () => {}' })),
      '/: has other content',
    ],
    [
      'serves another script where the worker loads it',
      changedFor(/\/opaque-client-/, { 'sec-fetch-dest': 'worker' }, ({ body }) => ({ body: `${body} ` })),
      '/assets/opaque-client.js: has other content',
    ],
    [
      'serves other scripts to whoever asks for any kind',
      changedFor(/\/index-/, { accept: '*/*' }, ({ body }) => ({ body: `${body} ` })),
      '/assets/index.js: has other content',
    ],
    [
      'serves another page where nobody answers',
      changed(/^\/[\da-f-]{36}$/, () => ({ body: '<h1>Sign in</h1>' })),
      'has other content',
    ],
    [
      'lets inline scripts in',
      withHeader(PAGES, CSP, (policy) => policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")),
      "has a policy with script-src 'self' 'unsafe-inline'",
    ],
    [
      'lets the page talk to somebody else',
      withHeader(PAGES, CSP, (policy) => policy.replace('connect-src', 'connect-src https://evil.example')),
      'has a policy with connect-src https://evil.example',
    ],
    [
      'lets the worker talk to somebody else',
      withHeader(/\/vault-worker-/, CSP, (policy) => policy.replace('connect-src', 'connect-src https://evil.example')),
      'has a policy with connect-src https://evil.example',
    ],
    [
      'leaves Trusted Types out',
      withHeader(PAGES, CSP, (policy) => policy.replace("; require-trusted-types-for 'script'", '')),
      "has a policy without require-trusted-types-for 'script'",
    ],
    [
      'adds to the policy',
      withHeader(PAGES, CSP, (policy) => `${policy}; script-src-elem *`),
      'has a policy with script-src-elem * (the release: no script-src-elem)',
    ],
    [
      'says a directive twice, of which the first counts',
      withHeader(PAGES, CSP, (policy) => `script-src *; ${policy}`),
      'has the header content-security-policy: script-src *; default-src',
    ],
    [
      'leaves the policy out',
      changed(PAGES, ({ headers }) => ({
        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== CSP)),
      })),
      `lacks the header ${CSP}`,
    ],
    [
      'may be framed',
      withHeader(PAGES, 'x-frame-options', () => 'ALLOWALL'),
      'has the header x-frame-options: ALLOWALL',
    ],
    ['has the page load more', withHeader(PAGES, 'link', () => '</x.css>; rel=stylesheet'), 'has the header link'],
    [
      'leads elsewhere by a header',
      withHeader(PAGES, 'refresh', () => '0; url=//evil.example'),
      'has the header refresh',
    ],
    [
      'has devices forget what they know',
      withHeader(/^\/consent\?/, 'clear-site-data', () => '"storage"'),
      '/consent: has the header clear-site-data',
    ],
    [
      'has devices forget what they know where they ask what is configured',
      withHeader(/page-config/, 'clear-site-data', () => '"*"'),
      '/page-config.json: has the header clear-site-data',
    ],
    [
      'lets what is configured be taken for something else',
      withHeader(/page-config/, 'content-type', () => 'text/html'),
      '/page-config.json: has the header content-type: text/html',
    ],
    [
      'configures another core where it is compressed with Brotli',
      changedFor(/page-config/, { 'accept-encoding': 'br' }, ({ body }) => ({
        body: body.replace('core.example', 'evil.example'),
      })),
      '/page-config.json: has other content',
    ],
    [
      'leads elsewhere by a redirect',
      changed(/^\/sign-in$/, () => ({ status: 302, headers: { location: 'https://evil.example/' } })),
      '/sign-in: is answered with status 302',
    ],
    [
      'lacks a file',
      changed(/\/opaque-client-/, () => ({ status: 404 })),
      '/assets/opaque-client.js: is answered with status 404',
    ],
    [
      'has colours that nobody can read',
      changed(/page-config/, ({ body }) => ({
        body: body.replace(/"on-accent":\[[^\]]+\]/, '"on-accent":["#5b2a86","#5b2a86"]'),
      })),
      '/page-config.json: has colours that no accent leads to',
    ],
    [
      'lets a logo run script',
      withHeader(/^\/brand\/logo/, CSP, () => "default-src 'self'"),
      "has a policy with default-src 'self'",
    ],
  ])('notices a server that %s', async (_case, lie, what) => {
    const { code, complaint } = await verify(lie)
    expect(code).toBe(1)
    expect(complaint).toContain('Open no vault there')
    expect(complaint.replaceAll(/-[\w-]{8}\.js/g, '.js')).toContain(what)
  })

  test('says what was configured and what differs as JSON, too', async () => {
    const { code, said } = await verify(
      changed(/\/style-/, ({ body }) => ({ body: `${body} ` })),
      '--json',
    )
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject({
      version: expect.any(String),
      config: { coreUrl: 'https://core.example' },
      differences: [{ what: 'has other content', paths: [expect.stringMatching(/^\/assets\/style-/)] }],
    })
  })

  test.each<[string, Lie]>([
    ['no configuration', changed(/page-config/, () => ({ status: 404 }))],
    ['one in another form', changed(/page-config/, () => ({ body: '{}' }))],
    [
      'one with an address that is none',
      changed(/page-config/, ({ body }) => ({ body: body.replace('id.example', '') })),
    ],
    ['nothing', async () => 'lost'],
  ])('asks for another address where there is %s', async (_case, lie) => {
    const { code, complaint } = await verify(lie)
    expect(code).toBe(1)
    expect(complaint).toMatch(/address/)
    expect(complaint.trim().split('\n')).toHaveLength(1)
  })

  describe('with the manifest of a release', () => {
    const { publicKey, sign } = newMinisigner()
    const text = readFileSync(INSTALLED_MANIFEST)
    writeFileSync(join(folder, 'manifest.json'), text)
    writeFileSync(join(folder, 'manifest.json.minisig'), sign(text))
    writeFileSync(join(folder, 'key.pub'), `untrusted comment: key\n${publicKey}\n`)

    test.each([
      ['a key', publicKey],
      ['the file of a key', 'key.pub'],
    ])('checks its signature by %s', async (_case, key) => {
      const { code, said } = await verify(undefined, '--manifest', 'manifest.json', '--public-key', key)
      expect(code).toBe(0)
      expect(said).toMatch(/^Compared with +manifest\.json, signed \(by a test\)$/m)
    })

    test('compares with that, not with this installation', async () => {
      const older = text.toString().replace(/"integrity": "sha256-[^"]{6}/, '"integrity": "sha256-AAAAAA')
      writeFileSync(join(folder, 'older.json'), older)
      const { code, complaint } = await verify(undefined, '--manifest', 'older.json')
      expect(code).toBe(1)
      expect(complaint).toContain('/ and 13 more: has other content')
    })

    test.each([
      [
        'was signed by somebody else',
        ['--manifest', 'manifest.json', '--public-key', newMinisigner().publicKey],
        'another key',
      ],
      ['was changed after it was signed', ['--manifest', 'changed.json', '--public-key', publicKey], 'does not fit'],
      [
        'is not signed',
        ['--manifest', 'unsigned.json', '--public-key', publicKey],
        'unsigned.json.minisig cannot be read',
      ],
      ['is none', ['--manifest', 'key.pub'], 'is no manifest'],
      ['is checked by a key that was left empty', ['--manifest', 'manifest.json', '--public-key', ''], 'no public key'],
      ['is checked by no key', ['--manifest', 'manifest.json', '--public-key', 'manifest.json'], 'no public key'],
    ])('refuses one that %s, and asks the server nothing', async (_case, flags, complaint) => {
      writeFileSync(join(folder, 'unsigned.json'), text)
      writeFileSync(join(folder, 'changed.json'), text.toString().replace("'self'", '*'))
      writeFileSync(join(folder, 'changed.json.minisig'), sign(text))
      const asked = proxy.received.length
      expect(await verify(undefined, ...flags)).toMatchObject({
        code: 1,
        complaint: expect.stringContaining(complaint),
      })
      expect(proxy.received).toHaveLength(asked)
    })
  })

  test("tells a certificate that this machine doesn't trust from a server that doesn't answer", async () => {
    const secure = createServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const { port } = secure.address() as AddressInfo
    const ask = async () => {
      const complaints: string[] = []
      const complain = (text: string) => void complaints.push(text)
      const code = await runProgram(['verify-client', `https://127.0.0.1:${port}`], { env: {}, complain })
      return { code, complaint: complaints.join('') }
    }
    expect(await ask()).toEqual({ code: 1, complaint: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
    secure.close()
    await once(secure, 'close')
    expect(await ask()).toEqual({ code: 1, complaint: expect.stringContaining('did not answer') })
  })

  test('takes addresses of the web only', async () => {
    const complaints: string[] = []
    const code = await runProgram(['verify-client', 'id.example'], { complain: (text) => void complaints.push(text) })
    expect({ code, complaint: complaints.join('') }).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('is no address of a page'),
    })
  })
})
