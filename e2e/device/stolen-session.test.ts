import { generateKeyPairSync } from 'node:crypto'
import type { SessionStorage } from '@countersign/device'
import { createSessionKey, type Person, signInByPasskey, signUp as signUpOn } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { useLyingCore } from '../support/lying-core.ts'
import { newBrowser, signUpInBrowser } from './devices.ts'

const password = 'violet kettle sleeps in orbit'
const core = useLyingCore()

describe('a token that was taken from a device', () => {
  async function stolen() {
    const { person } = await signUpInBrowser(core)
    await person.device.listSessions({})
    const { headers } = core.seen.at(-1)!
    return { authorization: String(headers['authorization']), dpop: String(headers['dpop']) }
  }
  const use = async (headers: Record<string, string>, path = '/api/sessions/') =>
    (await fetch(`${core.url}${path}`, { headers })).status

  test('is of no use without its key, with another, or with a proof that was seen on its way', async () => {
    const { authorization, dpop } = await stolen()
    const token = authorization.slice('Bearer '.length)
    const another = createSessionKey().prove({ method: 'GET', url: `${core.url}/api/sessions/`, token })
    expect(await use({ authorization })).toBe(401)
    expect(await use({ authorization, dpop: another })).toBe(401)
    expect(await use({ authorization, dpop })).toBe(401)
    expect(await use({ authorization, dpop }, '/api/vault/')).toBe(401)
  })
})

describe('a key that a script left in the browser before the person signed in', () => {
  /** Half of it stays with the script: the device finds both halves, as a pair of its own. */
  async function plant(sessions: SessionStorage) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [privateKey, publicKey] = await Promise.all([
      importKey(pair.privateKey.export({ format: 'jwk' }), 'sign'),
      importKey(pair.publicKey.export({ format: 'jwk' }), 'verify'),
    ])
    await sessions.update((kept) => ({ ...kept, keys: { id: kept?.keys.id ?? 'planted', privateKey, publicKey } }))
    return createSessionKey(pair)
  }
  const importKey = (jwk: JsonWebKey, usage: 'sign' | 'verify') =>
    crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, usage === 'verify', [usage])

  async function statusBy(planted: ReturnType<typeof createSessionKey>, { sessions }: ReturnType<typeof newBrowser>) {
    const { token } = (await sessions.read())!.session!
    const call = { method: 'GET', url: `${core.url}/api/session/`, token }
    const headers = { authorization: `Bearer ${token}`, dpop: planted.prove(call) }
    return (await fetch(call.url, { headers })).status
  }

  type Begin = (browser: ReturnType<typeof newBrowser>, person: Person, login: string) => Promise<unknown>
  const begins: readonly [string, Begin][] = [
    ['signs up', (browser) => signUpOn(core, browser)],
    ['signs up by password', (browser, _person, login) => browser.openPage().createAccount({ login, password })],
    ['signs in', (browser, { passkey }) => signInByPasskey(browser.openPage(), passkey)],
    [
      'recovers the account',
      async (browser, { recoveryKey }, login) => {
        const page = browser.openPage()
        await page.whoIsKnown({})
        await page.signInByRecoveryKey({ recoveryKey })
        await page.prepareRecoveryKey({})
        await page.recoverByPassword({ login, password })
      },
    ],
  ]
  test.each(begins)('is of no use with the token, once the person %s', async (_how, begin) => {
    const { person } = await signUpInBrowser(core)
    const browser = newBrowser(core)
    const planted = await plant(browser.sessions)
    await begin(browser, person, `planted-${crypto.randomUUID().slice(0, 8)}`)
    expect(await statusBy(planted, browser)).toBe(401)
    expect(await browser.openPage().resume({})).not.toBeNull()
  })

  test('is of no use where it took the place of the key of a session that was kept', async () => {
    const { browser, person } = await signUpInBrowser(core)
    const planted = await plant(browser.sessions)
    await signInByPasskey(browser.openPage(), person.passkey)
    expect(await statusBy(planted, browser)).toBe(401)
  })
})
