import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, makeDataToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
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
    env: { ...process.env, ISSUER: provider.issuer, CLIENT_ID: 'app-1', CLIENT_SECRET: 'cs_cs_1', PORT: String(port) },
  })
  await untilAnswering(app)
})
afterAll(async () => {
  app.kill()
  await provider.close()
})

test('the example of the README signs a person in', async () => {
  const begun = await fetch(`${address}/`, { redirect: 'manual' })
  const location = new URL(begun.headers.get('location') ?? '')
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(location.origin).toBe(provider.issuer)

  provider.answerTokensWith({ body: tokenBody(await makeDataToken(provider.issuer, provider.keys)) })
  const state = location.searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: 'cs_ac_1', state, iss: provider.issuer }).toString()
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
