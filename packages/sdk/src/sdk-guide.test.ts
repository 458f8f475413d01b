import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { newAppKey, sealFor } from '@countersign/data-token/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(join(packageFolder, '../../docs/guides/apps/sdk.md'), 'utf8')
const example = [...guide.matchAll(/```ts sdk-guide\n(.*?)```/gs)].map(([, code = '']) => code).join('\n')
const RUN = `
const session: Session = {}
const { searchParams } = new URL(await beginSignIn(session))
const { state = '', nonce = '' } = Object.fromEntries(searchParams)
const back = '/callback?' + new URLSearchParams({ code: nonce, state, iss: ISSUER ?? '' })
console.log(await finishSignIn(back, session), session.userId)
console.log(await finishSignIn(back, session))
const again = new URL(await beginSignIn(session)).searchParams.get('state') ?? ''
const denied = new URLSearchParams({ error: 'access_denied', state: again, iss: ISSUER ?? '' })
console.log(await finishSignIn('/callback?' + denied, session))`

let provider: TestProvider
let folder: string

beforeAll(async () => {
  provider = await startTestProvider()
  folder = mkdtempSync(join(tmpdir(), 'countersign-sdk-guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await provider.close()
})

test('the code of the guide signs a person in, once, and tells a lost session and a no apart', async () => {
  const app = await newAppKey()
  const CLAIMS_KEY_FILE = join(folder, 'claims-key.json')
  writeFileSync(CLAIMS_KEY_FILE, JSON.stringify(app.privateJwk))
  const request = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
  const claims_jwe = await sealFor(app, { claims: { email: 'ada@example.org' }, ...request })
  const sealed = { claims: {}, claim_names: ['email'], claims_jwe }
  provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys, sealed)) })
  const env = { ...process.env, ISSUER: provider.issuer, CLIENT_ID: 'app-1', CLIENT_SECRET: 'cs_cs_1', CLAIMS_KEY_FILE }
  const program = ['--input-type=module-typescript', '--eval', example + RUN]
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: packageFolder, env })
  expect(stdout.trim().split('\n')).toEqual([
    'Hello ada@example.org person-1',
    'That did not work. Please sign in again.',
    'You said no, and that is fine.',
  ])
})
