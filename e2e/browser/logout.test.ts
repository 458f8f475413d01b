import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { listenLocally, startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { APP_ORIGIN, APP_REDIRECT_URI } from '../support/app-page.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { expectHeading, look, PAGES, useBrowser } from '../support/browser.ts'
import { approveOnPage, newPerson, openBrowser, signInByPasskeyOnPage } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const run = promisify(execFile)
const GUIDE = new URL('../../docs/guides/apps/logout.md', import.meta.url)
const [, EXAMPLE = ''] = /```ts verify-logout-token\n(.*?)```/s.exec(readFileSync(GUIDE, 'utf8')) ?? []
const RETURN_URI = `${APP_ORIGIN}/signed-out`

/** An app on this machine that receives logout tokens. */
async function startApp() {
  const told: string[] = []
  async function receive(request: IncomingMessage): Promise<void> {
    told.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
  }
  const server = createServer((request, response) => {
    void receive(request).then(() => response.end())
  })
  const port = await listenLocally(server)
  const close = () => new Promise((resolve) => server.close(resolve))
  return { told, uri: `http://127.0.0.1:${port}/backchannel-logout`, close }
}

describe('signing out of an app', () => {
  const receiving = startBeforeAll(startApp)
  const system = useSystem()
  const browser = useBrowser()

  /** Signs a new user in to an app, which gets an id_token. */
  async function signIn() {
    const app = await registerApp(system, {
      name: 'Wildflower Books',
      scopes: { openid: { required: true } },
      postLogoutRedirectUris: [RETURN_URI],
      backchannelLogoutUri: receiving.uri,
    })
    const { passkey } = await newPerson(system)
    const { page, problems } = await openBrowser(browser, { passkey })
    const idToken = await approve(page, app)
    return { page, problems, idToken }
  }

  /** As any OpenID Connect library does. */
  async function approve(page: Page, { client }: AskingApp): Promise<string> {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: APP_REDIRECT_URI,
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    await page.goto(`${system.providerUrl}/oauth/authorize?${query.toString()}`)
    await signInByPasskeyOnPage(page)
    await approveOnPage(page)
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(page.url()).searchParams.get('code') ?? '',
      redirect_uri: APP_REDIRECT_URI,
      code_verifier: verifier,
      client_id: client.clientId,
      client_secret: client.clientSecret ?? '',
    })
    const answer = await fetch(`${system.providerUrl}/oauth/token/`, { method: 'POST', body })
    const { id_token: idToken } = (await answer.json()) as { readonly id_token: string }
    return idToken
  }

  /** Runs the guide's code: it reads a logout token and refuses an id_token. */
  async function runGuide(logoutToken: string, idToken: string): Promise<unknown> {
    const read = `readLogoutToken(${JSON.stringify(logoutToken)})`
    const refuse = `readLogoutToken(${JSON.stringify(idToken)}).then(() => process.exit(1), () => undefined)`
    const code = `${EXAMPLE}\nconsole.log(JSON.stringify(await ${read}))\nawait ${refuse}`
    const env = { ...process.env, ISSUER: system.providerUrl, CLIENT_ID: String(decodeJwt(idToken).aud) }
    const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', code], { env })
    return JSON.parse(stdout)
  }

  const logout = (page: Page, parameters: Readonly<Record<string, string>>) =>
    page.goto(`${system.providerUrl}/oauth/logout?${new URLSearchParams(parameters).toString()}`)

  test('asks first, signs out of this browser, tells the app, and goes back to it', async () => {
    const { page, problems, idToken } = await signIn()
    const asked = { id_token_hint: idToken, post_logout_redirect_uri: RETURN_URI, state: 'the state' }
    await logout(page, asked)
    await expectHeading(page, 'Sign out here too?')
    await page.getByText('Wildflower Books asks to sign you out of this browser.').waitFor()
    await look(page, 'logout')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expectHeading(page, 'The app')
    expect(page.url()).toBe(`${RETURN_URI}?state=the+state`)
    expect(receiving.told).toEqual([])

    await logout(page, asked)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expectHeading(page, 'The app')
    await expect.poll(() => receiving.told).toHaveLength(1)
    const { sub, sid } = decodeJwt(idToken)
    expect(decodeJwt(receiving.told[0] ?? '')).toMatchObject({ sub, sid: sid ?? 'a sid' })

    expect(await runGuide(receiving.told[0] ?? '', idToken)).toEqual({
      subject: sub,
      sessionId: sid,
      endedAt: expect.any(Number),
    })

    // Without a session, only a click leads back.
    await logout(page, asked)
    await expectHeading(page, 'You’re already signed out')
    await page.getByRole('link', { name: 'Back to Wildflower Books' }).click()
    await expectHeading(page, 'The app')
    await page.goto(`${system.webUrl}/logout#AAAA`)
    await expectHeading(page, 'This link no longer works')
    expect(problems.filter((problem) => !problem.includes('410'))).toEqual([])
  })

  test('asks another user than the app means, who may stay', PAGES, async () => {
    const { idToken } = await signIn()
    const { page, problems } = await signIn()
    await logout(page, { id_token_hint: idToken })
    await expectHeading(page, 'Someone else is signed in here')
    await look(page, 'logout-somebody-else')
    await page.getByRole('button', { name: 'Stay signed in' }).click()
    await expectHeading(page, 'You’re still signed in')
    expect(problems).toEqual([])
  })
})
