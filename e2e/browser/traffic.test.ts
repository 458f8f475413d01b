import { startBeforeAll } from '@countersign/testing'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expectHeading, openContext, useBrowser } from '../support/browser.ts'
import { openDevice } from '../support/device.ts'
import { evaluatePrf, secretsOfPassword, secretsOfRecoveryKey } from '../support/device-secrets.ts'
import {
  approveFirstOnPage,
  createAccountByPasskeyOnPage,
  createAccountOnPage,
  keepRecoveryKey,
  signInOnPage,
} from '../support/person.ts'
import { relyingApp, startFlow } from '../support/start-flow.ts'
import { startSystem } from '../support/system.ts'
import {
  dumpAsText,
  readBrowserStorage,
  type Secret,
  searchFor,
  startWiretap,
  type Wiretap,
} from '../support/traces.ts'

const ADA = { login: 'ada', password: 'ada keeps a violet kettle' }
const ADA_LATER = { login: 'ada', password: 'ada sold the violet kettle' }
const GRACE = { login: 'grace', password: 'grace keeps her marble kettle' }
const NEVER_SHARED = '+44 20 7946 0958'
const SHARED = 'ada@example.com'

/**
 * Everything a user does with an account, in Chromium with a wiretap before the real service. The test derives the device's
 * secrets itself, then searches for them everywhere. `e2e/flow/nothing-left-behind.test.ts` searches the databases.
 */
describe('data that leaves the device', () => {
  let wiretap: Wiretap
  afterAll(() => wiretap?.close())
  const system = startBeforeAll(() =>
    startSystem('postgresql', 'together', {
      detour: async (url) => {
        wiretap = await startWiretap(url)
        return wiretap.url
      },
    }),
  )
  const browser = useBrowser()
  const elsewhere: string[] = []
  const secrets: Record<string, Secret> = {}
  const storage: string[] = []

  beforeAll(async () => {
    await liveWithPasskeyAndPassword()
    await liveWithPages()
    await liveWithPasskeyPages()
  })

  function remember(whose: string, found: Readonly<Record<string, Secret>>): void {
    for (const [name, secret] of Object.entries(found)) secrets[`${whose}: ${name}`] = secret
  }

  async function openBrowser(): Promise<BrowserContext> {
    const { context } = await openContext(browser)
    context.on('request', (request) => {
      const { origin } = new URL(request.url())
      if (origin !== wiretap.url) elsewhere.push(request.url())
    })
    return context
  }

  /** Sign-up and sign-in by passkey, a password beside it, consent, recovery, another password, a new account key. */
  async function liveWithPasskeyAndPassword(): Promise<void> {
    const context = await openBrowser()
    const first = await openDevice(context, system)
    await addAuthenticator(first.page)
    const recoveryKey = await first.signUpByPasskey()
    remember('at sign-up', await secretsOfRecoveryKey(recoveryKey))
    remember('passkey', { prfOutput: await evaluatePrf(first.page) })
    await first.call('saveProfile', { values: { phone: NEVER_SHARED, email: SHARED } })
    await first.confirm('setPassword', ADA)
    remember('first password', await secretsOfPassword(system.coreUrl, ADA))
    await first.call('signOut', {})

    const { claims } = await first.signInByPasskey()
    const id = await startFlow(system)
    await first.call('readRequest', { id })
    const email = claims.find(({ name }) => name === 'email')!
    await first.call('approve', { id, scopes: ['openid', 'email'], claims: [{ itemId: email.id, value: SHARED }] })
    await first.confirm('exportPlain', {})
    await first.call('exportSealed', {})
    storage.push(await readBrowserStorage(context, first.page))

    const second = await openDevice(await openBrowser(), system)
    await second.call('signIn', ADA)
    await second.call('stepUpByPassword', { ...ADA, purpose: { act: 'change_password' } })
    await second.call('changePassword', { password: ADA_LATER.password })
    remember('second password', await secretsOfPassword(system.coreUrl, ADA_LATER))

    const third = await openDevice(await openBrowser(), system)
    await third.call('signInByRecoveryKey', { recoveryKey })
    const recovered = await third.call('prepareRecoveryKey', {})
    remember('after recovery', await secretsOfRecoveryKey(recovered.recoveryKey))
    await third.call('recoverByPassword', { login: ADA.login, password: ADA.password })
    remember('recovered password', await secretsOfPassword(system.coreUrl, ADA))

    const rotated = await third.call('prepareRecoveryKey', {})
    remember('after rotation', await secretsOfRecoveryKey(rotated.recoveryKey))
    await third.call('stepUpByPassword', { ...ADA, purpose: { act: 'rotate_account_key' } })
    await third.call('rotateAccountKey', {})
    remember('renewed account', await secretsOfPassword(system.coreUrl, ADA))
    storage.push(await readBrowserStorage(third.page.context(), third.page))
  }

  /** Sign-up, consent and sign-in by hand, on the pages that people see. */
  async function liveWithPages(): Promise<void> {
    const context = await openBrowser()
    const page = await context.newPage()
    await page.goto((await relyingApp(system).beginSignIn()).url)
    await createAccountOnPage(page, GRACE)
    await page.getByLabel('Email address', { exact: true }).fill('grace@example.com')
    storage.push(await readBrowserStorage(context, page))
    const recoveryKey = await approveFirstOnPage(page)
    await page.getByRole('heading', { name: 'The app' }).waitFor()

    await page.goto((await relyingApp(system).beginSignIn()).url)
    await signInOnPage(page, GRACE)
    await page.getByRole('button', { name: 'Deny' }).waitFor()
    storage.push(await readBrowserStorage(context, page))
    remember('by hand', await secretsOfRecoveryKey(recoveryKey))
    remember('password by hand', await secretsOfPassword(system.coreUrl, GRACE))
  }

  /** Sign-up, consent and sign-in by passkey, then the passkey is lost: the recovery key, and a password. By hand too. */
  async function liveWithPasskeyPages(): Promise<void> {
    const context = await openBrowser()
    const page = await context.newPage()
    const authenticator = await addAuthenticator(page)
    await page.goto((await relyingApp(system).beginSignIn()).url)
    await createAccountByPasskeyOnPage(page)
    await page.getByLabel('Email address', { exact: true }).fill('lin@example.com')
    const recoveryKey = await approveFirstOnPage(page)
    remember('by hand, at sign-up', await secretsOfRecoveryKey(recoveryKey))
    await page.getByRole('heading', { name: 'The app' }).waitFor()

    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectHeading(page, 'Your vault')
    remember('passkey by hand', { prfOutput: await evaluatePrf(page) })
    storage.push(await readBrowserStorage(context, page))
    await authenticator.remove()

    await addAuthenticator(page)
    await page.goto(`${system.webUrl}/sign-in`)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await page.getByRole('link', { name: 'Use your recovery key' }).click()
    await page.getByLabel('Recovery key').fill(recoveryKey)
    await page.getByRole('button', { name: 'Open my vault' }).click()
    await page.getByRole('button', { name: 'Create a new passkey' }).click()
    remember('by hand, after recovery', await secretsOfRecoveryKey(await keepRecoveryKey(page)))
    await page.getByRole('button', { name: 'Create passkey and finish' }).click()
    await expectHeading(page, 'You’re back in')
    remember('new passkey by hand', { prfOutput: await evaluatePrf(page) })
    storage.push(await readBrowserStorage(context, page))
  }

  const places = async () => ({
    traffic: wiretap.heard(),
    database: await dumpAsText(system.databases),
    log: system.log(),
    'storage of the browser': storage.join('\n'),
  })

  test('no secret that opens a vault is in traffic, database, log or storage', async () => {
    expect(searchFor({ ...secrets, 'a value that was never shared': NEVER_SHARED }, await places())).toEqual([])
  })

  test('all of them were known to the search: sixteen bytes and more each, and no two alike', () => {
    const sizes = Object.entries(secrets).map(([name, secret]) => [name, Buffer.from(secret).length] as const)
    expect(sizes.filter(([, length]) => length < 16)).toEqual([])
    const keys = Object.entries(secrets).filter(([name]) => /exportKey|accountKey|prfOutput|recoveryRoot/.test(name))
    expect(keys.map(([name]) => name)).toEqual(
      expect.arrayContaining(['passkey: prfOutput', 'renewed account: accountKey', 'after recovery: recoveryRoot']),
    )
    const renewed = [secrets['first password: accountKey'], secrets['renewed account: accountKey']]
    expect(renewed[0]).not.toEqual(renewed[1])
  })

  test('the search sees what really passes: it finds what may be known in each place', async () => {
    const found = searchFor({ shared: SHARED, client: system.client.clientId }, await places())
    expect(found).toEqual(expect.arrayContaining(['shared in traffic', 'client in traffic', 'client in database']))
    expect(storage.join()).toContain('countersign.vaults')
    expect(system.log()).toContain('request_completed')
  })

  test('page and worker talk to the service alone', () => {
    expect(elsewhere.filter((url) => !url.startsWith(APP_REDIRECT_URI))).toEqual([])
  })

  test.each<[string, (bytes: Buffer) => string]>([
    ['bytes', (bytes) => bytes.toString('latin1')],
    ['hex', (bytes) => bytes.toString('hex')],
    ['base64', (bytes) => bytes.toString('base64')],
    ['base64url', (bytes) => bytes.toString('base64url')],
    ['base64 within a longer text', (bytes) => Buffer.concat([Buffer.from('{"k":"'), bytes]).toString('base64')],
    ['a JSON array', (bytes) => JSON.stringify({ data: Array.from(bytes) })],
    ['a JSON object of a typed array', (bytes) => JSON.stringify(Uint8Array.from(bytes))],
  ])('a secret that is sent or kept as %s would be found', async (_form, encode) => {
    const page = await (await openBrowser()).newPage()
    const blank = `${system.webUrl}/blank`
    await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto(blank)
    const known = { prfOutput: secrets['passkey: prfOutput']!, accountKey: secrets['renewed account: accountKey']! }
    const leaks = Object.values(known).map((secret) => encode(Buffer.from(secret)))
    await page.evaluate(async ([sent = '', kept = '']) => {
      localStorage.setItem('leak', kept)
      const body = Uint8Array.from(sent, (character) => character.charCodeAt(0))
      await fetch('/api/session/', { method: 'POST', body })
    }, leaks)
    const leaked = { traffic: wiretap.heard(), storage: await readBrowserStorage(page.context(), page) }
    expect(searchFor(known, leaked)).toEqual(['prfOutput in traffic', 'accountKey in storage'])
  })
})
