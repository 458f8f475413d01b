import { describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { openContext, useBrowser } from '../support/browser.ts'
import { openDevice } from '../support/device.ts'
import { evaluatePrf, secretsOfPassword, secretsOfRecoveryKey } from '../support/device-secrets.ts'
import { useSystem } from '../support/shared.ts'
import { startFlow } from '../support/start-flow.ts'
import { searchFor } from '../support/traces.ts'

declare global {
  interface Window {
    heard: string[]
  }
}

const ADA = { login: 'ada', password: 'ada has one page too many' }

/** Script in the page can do what the user can while the vault is open, but gets no key to take away. */
describe('script that got into the page', () => {
  const system = useSystem()
  const browser = useBrowser()

  async function open(script: () => void = () => undefined) {
    const { context } = await openContext(browser)
    await context.addInitScript(script)
    const device = await openDevice(context, system)
    return { device, authenticator: await addAuthenticator(device.page) }
  }

  test('hears no password, key, passkey secret or session token from the worker, whatever it is asked', async () => {
    const { device } = await open(listenToWorkers)
    const recoveryKey = await device.signUpByPasskey()
    await device.confirm('setPassword', ADA)
    const secrets = {
      ...(await secretsOfRecoveryKey(recoveryKey)),
      ...(await secretsOfPassword(system.coreUrl, ADA)),
      prfOutput: await evaluatePrf(device.page),
      sessionToken: 'cs_st_',
    }
    // From here on: the recovery key itself was shown, once, to the person.
    await device.page.evaluate(() => window.heard.splice(0))
    await device.call('signIn', ADA)
    await device.signInByPasskey()
    for (const name of ['refresh', 'listMethods', 'readActivity', 'listEvents', 'listSessions'] as const) {
      await device.call(name, {})
    }
    await device.confirm('exportAccount', {})
    await device.call('saveProfile', { values: { name: 'Ada Lovelace' } })
    await device.confirm('exportPlain', {})
    await device.call('exportSealed', {})
    await device.call('receipt', { seq: 1 })
    const heard = await device.page.evaluate(() => window.heard.join('\n'))
    expect(heard).toContain('Ada Lovelace')
    expect(searchFor(secrets, { 'messages of the worker': heard })).toEqual([])
  })

  test('changes nothing of how the vault opens right after a sign-in, without a gesture for just that', async () => {
    const { device, authenticator } = await open()
    const recoveryKey = await device.signUpByPasskey()
    await device.signInByPasskey()
    const [method] = await device.call('listMethods', {})
    const { recoveryKey: made } = await device.call('prepareRecoveryKey', {})
    const used = authenticator.uses()
    const attempts = [
      ['replaceRecoveryKey', {}],
      ['rotateAccountKey', {}],
      ['startPasskeyAddition', {}],
      ['setPassword', { login: 'eve', password: 'eve has a password of her own' }],
      ['removeMethod', { unlockId: method!.unlockId }],
      ['exportAccount', {}],
      ['exportPlain', {}],
      ['deleteAccount', {}],
    ] as const
    for (const [name, input] of attempts) await expect(device.call(name, input)).rejects.toThrow('reauth_required')

    // Nor does a gesture that the person makes for something else give it more than that.
    await device.confirm('startPasskeyAddition', {})
    const others = attempts.filter(([name]) => name !== 'startPasskeyAddition')
    for (const [name, input] of others) await expect(device.call(name, input)).rejects.toThrow('reauth_required')
    expect(authenticator.uses()).toBe(used + 1)
    await authenticator.setAgreeing(false)
    await expect(device.confirm('replaceRecoveryKey', {})).rejects.toThrow('passkey_cancelled')
    expect(await device.call('listMethods', {})).toHaveLength(2)

    const elsewhere = await openDevice((await openContext(browser)).context, system)
    await expect(elsewhere.call('signInByRecoveryKey', { recoveryKey: made })).rejects.toThrow('invalid_credentials')
    expect(await elsewhere.call('signInByRecoveryKey', { recoveryKey })).toMatchObject({ scope: 'recovery' })
  })

  test('gets nothing released but what the worker has read a request for, as it stands in the vault', async () => {
    const { device } = await open()
    await device.signUpByPasskey()
    const values = { email: 'ada@example.org', phone: '+44 20 7946 0958' }
    const { claims } = await device.call('saveProfile', { values })
    const [email, phone] = ['email', 'phone'].map((claim) => {
      const { id, value } = claims.find(({ name }) => name === claim)!
      return { itemId: id, value }
    })
    const id = await startFlow(system)
    const approval = { id, scopes: ['openid', 'email'], claims: [email!] }
    await expect(device.call('approve', approval)).rejects.toThrow('locked')
    await device.call('readRequest', { id })
    const lies = [
      [{ claims: [phone!] }, 'invalid_claims'],
      [{ claims: [{ ...email!, value: 'eve@example.org' }] }, 'stale_vault'],
      [{ scopes: ['openid', 'phone'], claims: [phone!] }, 'invalid_scope'],
      [{ id: crypto.randomUUID() }, 'locked'],
    ] as const
    for (const [lie, code] of lies) {
      await expect(device.call('approve', { ...approval, ...lie })).rejects.toThrow(code)
    }
    expect((await device.call('readActivity', {})).events).toEqual([])

    const key = { kty: 'OKP', crv: 'X25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    const names = { clientId: 'eve', appName: 'Bank', host: 'bank.example', subject: 'eve', encryptionKey: key }
    const released = await device.call('approve', { ...approval, ...names })
    expect(released.redirectUri).toBe(APP_REDIRECT_URI)
    const { events } = await device.call('readActivity', {})
    expect(events.map(({ event }) => event)).toEqual([
      expect.objectContaining({
        type: 'released',
        app: expect.objectContaining({ client_id: system.client.clientId, host: new URL(APP_REDIRECT_URI).host }),
        claims: ['email'],
        sealed: false,
      }),
    ])
  })

  test('finds no key that can be taken out, even of a vault that it opens itself', async () => {
    const { device } = await open()
    const recoveryKey = await device.signUpByPasskey()
    const { userId } = await device.call('refresh', {})
    const sealed = (await device.call('exportSealed', {})).text
    const { extractable, outcomes } = await device.page.evaluate(
      async ([text, words, owner]) => {
        const { deriveRecovery, openVault, parseRecoveryKey } = window.inPage
        const { root } = await deriveRecovery(await parseRecoveryKey(words))
        const snapshot: unknown = JSON.parse(text).vault
        const { vault } = await openVault({ snapshot, userId: owner, method: { type: 'recovery', root } })
        const keys = findKeys(vault)
        const attempts = keys.flatMap((found) => [
          crypto.subtle.exportKey('raw', found),
          crypto.subtle.exportKey('jwk', found),
        ])
        const settled = await Promise.allSettled(attempts)
        return { extractable: keys.map((found) => found.extractable), outcomes: settled.map(({ status }) => status) }

        function findKeys(value: unknown, seen = new Set<unknown>()): CryptoKey[] {
          if (typeof value !== 'object' || value === null || seen.has(value)) return []
          seen.add(value)
          return value instanceof CryptoKey ? [value] : Object.values(value).flatMap((each) => findKeys(each, seen))
        }
      },
      [sealed, recoveryKey, userId] as const,
    )
    expect(extractable.length).toBeGreaterThanOrEqual(4)
    expect(new Set(extractable)).toEqual(new Set([false]))
    expect(new Set(outcomes)).toEqual(new Set(['rejected']))
  })
})

/** Stands in for the constructor before the page runs, and writes down every answer of a worker. */
function listenToWorkers(): void {
  const NativeWorker = window.Worker
  window.heard = []
  window.Worker = class extends NativeWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => window.heard.push(JSON.stringify(data)))
    }
  }
}
