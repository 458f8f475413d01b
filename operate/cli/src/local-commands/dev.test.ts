import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify, stripVTControlCharacters } from 'node:util'
import { temporaryFolder } from '@countersign/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { PROGRAM, refusal, runCommand } from '../../test/command-line.ts'

const PARTS = {
  app: /Demo app +(\S+)/,
  account: /Your account +(\S+)/,
  metadata: /Metadata +(\S+)/,
  university: /Demo University +(\S+)/,
  mailbox: /Mailbox +(\S+)/,
  clientId: /Demo client id +(\S+)/,
  clientSecret: /Demo client secret +(\S+)/,
  claimsKey: /Demo claims key +(.+)/,
} as const

const folder = temporaryFolder()
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts `countersign dev` and waits until it runs or ends. */
async function startDev(dataDirectory: string, appPort = '0', parameters: readonly string[] = []) {
  const env = { ...process.env, PORT: '0', APP_PORT: appPort, DATA_DIR: dataDirectory, DATABASE_URL: '', BASE_URL: '' }
  const child = spawn(process.execPath, [PROGRAM, 'dev', ...parameters], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let said = ''
  const exited = once(child, 'exit')
  const isReady = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer): void => {
      said += stripVTControlCharacters(String(chunk))
      if (said.includes('Stop with Ctrl-C')) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  await Promise.race([isReady, exited])
  const part = (name: keyof typeof PARTS): string => PARTS[name].exec(said)?.[1] ?? ''
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return { said, part, stop }
}

/** Returns the demo app's session cookie after the callback. */
async function cookieAfter(address: string, begun: Response): Promise<string> {
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return cookieOf(await fetch(address, { headers: { cookie: cookieOf(begun) }, redirect: 'manual' }))
}

describe('countersign dev', { timeout: 90_000 }, () => {
  test('signs a person in, stops cleanly, and restarts with the same client, key and app', async () => {
    const dataDirectory = join(folder, 'data')
    const first = await startDev(dataDirectory)
    expect(await (await fetch(first.part('app'))).text()).toContain('Sign in with Countersign')
    expect(await (await fetch(first.part('metadata'))).json()).toHaveProperty('issuer', first.part('account'))
    expect((await fetch(first.part('account'))).headers.get('content-type')).toContain('text/html')
    // The extension opens every page of the service's origin.
    for (const part of ['university', 'mailbox'] as const) {
      expect(new URL(first.part(part)).origin).not.toBe(first.part('account'))
      expect((await fetch(first.part(part))).status).toBe(200)
    }

    const toProvider = await fetch(`${first.part('app')}/sign-in`, { redirect: 'manual' })
    const approve = toProvider.headers.get('location') ?? ''
    const toConsent = await fetch(approve, { redirect: 'manual' })
    expect(toConsent.headers.get('location')).toContain(`${first.part('account')}/consent?auth_request_id=`)

    const person = ['person', '--core', first.part('account'), '--claim', 'email=ada@example.org', '--approve', approve]
    const { return_to } = JSON.parse((await runCommand(person)).said)
    const cookie = await cookieAfter(return_to, toProvider)
    expect(await (await fetch(first.part('app'), { headers: { cookie } })).text()).toContain('ada@example.org')

    const secretsFile = join(dataDirectory, 'secrets.json')
    expect(statSync(secretsFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDirectory, '.gitignore'), 'utf8')).toBe('*\n')
    expect(JSON.parse(readFileSync(secretsFile, 'utf8'))).toHaveProperty(
      'demo_client_secret',
      first.part('clientSecret'),
    )
    expect(await first.stop('SIGINT')).toBe(0)

    const keyFile = first.part('claimsKey')
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    const claimsKey = readFileSync(keyFile, 'utf8')
    const secrets = readFileSync(secretsFile, 'utf8')
    const log = readFileSync(join(dataDirectory, 'countersign.log'), 'utf8')
    const { demo_client_id: _public, ...kept } = JSON.parse(secrets)
    for (const secret of [...Object.values(kept), JSON.parse(claimsKey).d]) expect(log).not.toContain(secret)

    const project = mkdtempSync(join(folder, 'project-'))
    await promisify(execFile)('git', ['init', '--quiet', project])
    const envFile = join(project, '.env')
    const own = ['--app', 'http://localhost:3000/callback', '--name', 'My Shop', '--write-env', envFile, '--demo']
    const again = await startDev(dataDirectory, new URL(first.part('app')).port, own)
    expect(again.part('clientId')).toBe(first.part('clientId'))
    expect(JSON.parse(readFileSync(secretsFile, 'utf8'))).toMatchObject(JSON.parse(secrets))
    expect(readFileSync(keyFile, 'utf8')).toBe(claimsKey)

    const { ISSUER, CLIENT_ID, CLIENT_SECRET, CLAIMS_KEY_FILE = '' } = parseEnv(readFileSync(envFile, 'utf8'))
    expect(ISSUER).toBe(again.part('account'))
    expect(again.said).toMatch(new RegExp(`Client id +${CLIENT_ID}\n.*Client secret +${CLIENT_SECRET}\n`))
    expect(again.said).toContain(`Not in .gitignore   ${envFile} holds secrets that git would commit\n`)
    expect(readFileSync(CLAIMS_KEY_FILE, 'utf8')).toContain('"d":')
    expect(statSync(envFile).mode & 0o777).toBe(0o600)

    const show = ['clients', 'show', again.part('clientId'), '--json']
    const { d: _private, ...publicJwk } = JSON.parse(claimsKey)
    const { said } = await runCommand(show, { DATA_DIR: dataDirectory })
    expect(JSON.parse(said)).toMatchObject({ name: 'Page & Spine', claims_encryption_jwk: publicJwk })
    const second = runCommand(['dev'], { PORT: '0', APP_PORT: '0', DATA_DIR: dataDirectory })
    expect(await second).toMatchObject(refusal(`The data directory ${dataDirectory} is in use by process`))
    expect(await again.stop('SIGTERM')).toBe(0)
  })

  test('does not replace secrets that it cannot read', async () => {
    const dataDirectory = mkdtempSync(join(folder, 'broken-'))
    writeFileSync(join(dataDirectory, 'secrets.json'), '{"INTERNAL_SERVICE_TOKEN":')
    const starting = runCommand(['dev'], { PORT: '0', APP_PORT: '0', DATA_DIR: dataDirectory })
    expect(await starting).toMatchObject(refusal('Restore the file'))
  })
})
