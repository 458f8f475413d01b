import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sealFor } from '@countersign/data-token/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(join(packageFolder, '../../docs/guides/apps/sealed-claims.md'), 'utf8')
const makeKeys = /```sh sealed-claims-keys\n(.*?)```/s.exec(guide)?.[1] ?? ''
const example = /```ts sealed-claims\n(.*?)```/s.exec(guide)?.[1] ?? ''

const CLAIMS = { email: 'ada@example.org', name: 'Ada Lovelace' }
const FINISH = `
const { flow } = await countersign.beginSignIn()
const query = new URLSearchParams({ code: flow.nonce, state: flow.state, iss: process.env.ISSUER })
const { claims } = await countersign.finishSignIn('/callback?' + query, flow)
console.log(JSON.stringify(claims))`

let provider: TestProvider
let folder: string

beforeAll(async () => {
  provider = await startTestProvider()
  folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await provider.close()
})

test('the guide makes a key pair for sealed claims, and its example reads what was sealed for it', async () => {
  await run('sh', ['-c', makeKeys], { cwd: folder })
  const publicJwk = JSON.parse(readFileSync(join(folder, 'claims-key.public.json'), 'utf8'))
  expect(statSync(join(folder, 'claims-key.json')).mode & 0o077).toBe(0)
  expect(publicJwk).toEqual({ kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) })

  const request = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
  const claims_jwe = await sealFor({ publicJwk }, { claims: CLAIMS, ...request })
  const sealed = { claims: {}, claim_names: Object.keys(CLAIMS), claims_jwe }
  provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys, sealed)) })
  const app = ['--input-type=module-typescript', '--eval', `${example}${FINISH}`]
  const env = {
    ...process.env,
    ISSUER: provider.issuer,
    CLIENT_ID: 'app-1',
    CLAIMS_KEY_FILE: join(folder, 'claims-key.json'),
  }
  const { stdout } = await run(process.execPath, app, { cwd: packageFolder, env })
  expect(JSON.parse(stdout)).toEqual(CLAIMS)
})
