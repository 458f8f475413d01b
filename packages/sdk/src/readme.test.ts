import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sealFor } from '@countersign/data-token/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const secrets = mkdtempSync(join(tmpdir(), 'countersign-readme-'))
const example = /```ts\n(.*?)```/s.exec(readFileSync(`${folder}README.md`, 'utf8'))?.[1] ?? ''

let provider: TestProvider
let app: ChildProcess
let address: string

beforeAll(async () => {
  provider = await startTestProvider()
  const port = await freePort()
  address = `http://localhost:${port}`
  app = spawn(process.execPath, ['--input-type=module-typescript', '--eval', example], {
    cwd: folder,
    env: {
      ...process.env,
      ISSUER: provider.issuer,
      CLIENT_ID: 'app-1',
      CLIENT_SECRET: 'cs_cs_1',
      CLAIMS_KEY_FILE: join(secrets, 'claims-key.json'),
      PORT: String(port),
    },
  })
  await untilAnswering(app)
})
afterAll(async () => {
  app.kill()
  rmSync(secrets, { recursive: true })
  await provider.close()
})

/** As a device seals it, for the key that the app made at its start. */
async function sealedToken(): Promise<string> {
  const publicJwk = JSON.parse(readFileSync(join(secrets, 'claims-key.public.json'), 'utf8'))
  const request = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
  const claims_jwe = await sealFor({ publicJwk }, { claims: { email: 'ada@example.org' }, ...request })
  return makeDataToken(provider.issuer, provider.keys, { claims: {}, claim_names: ['email'], claims_jwe })
}

test('the example of the README makes its key and signs a person in', async () => {
  const begun = await fetch(`${address}/`, { redirect: 'manual' })
  const location = new URL(begun.headers.get('location') ?? '')
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(location.origin).toBe(provider.issuer)

  provider.answerTokensWith({ body: tokenBody(await sealedToken()) })
  const { state = '', nonce = '' } = Object.fromEntries(location.searchParams)
  const query = new URLSearchParams({ code: nonce, state, iss: provider.issuer }).toString()
  const callback = `${address}/callback?${query}`
  const finished = await fetch(callback, { headers: { cookie } })
  expect(await finished.text()).toBe('Hello ada@example.org')

  const replayed = await fetch(callback, { headers: { cookie } })
  expect(replayed.status).toBe(400)
})

async function untilAnswering(child: ChildProcess): Promise<void> {
  let complaint = ''
  child.stderr?.on('data', (chunk) => void (complaint += String(chunk)))
  while (child.exitCode === null) {
    const answered = await fetch(address, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (answered) return
    await pause(20)
  }
  throw new Error(`The example ended: ${complaint}`)
}
