import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DEVICE_CODE_GRANT, type DeviceAuthorizationResponse, type DeviceRequest } from '@countersign/contracts'
import { registerClient } from '@countersign/provider'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectHeading, look, useBrowser } from '../support/browser.ts'
import { openBrowser, signInByPasskeyOnPage, usePasskey } from '../support/person.ts'
import { useSystem } from '../support/shared.ts'

const run = promisify(execFile)
const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/guides/apps/device.md'), 'utf8')

describe('a device that has no browser (RFC 8628)', () => {
  const system = useSystem()
  const browser = useBrowser()
  const passkey = usePasskey(system)
  let clientId: string

  beforeAll(async () => {
    const registered = await registerClient(system.providerSql, {
      name: 'Living room TV',
      redirectUris: [],
      scopes: ['openid', 'email'].map((name) => ({ name, reason: '', required: false })),
      authenticationMethod: 'none',
      grantTypes: [DEVICE_CODE_GRANT, 'refresh_token'],
    })
    clientId = registered.clientId
  })

  /** Runs a code block of the guide. */
  async function runGuide<Answer>(name: string, env: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const [, lines = ''] = new RegExp(`\`\`\`sh ${name}\\n(.*?)\`\`\``, 's').exec(GUIDE) ?? []
    const { PATH = '' } = process.env
    const variables = { PATH, ISSUER: system.providerUrl, CLIENT_ID: clientId, ...env }
    return JSON.parse((await run('sh', ['-c', lines], { env: variables })).stdout)
  }
  const begin = () => runGuide<DeviceAuthorizationResponse>('begin')
  const poll = ({ device_code: DEVICE_CODE }: DeviceAuthorizationResponse) =>
    runGuide<Readonly<Record<string, string>>>('poll', { DEVICE_CODE })

  async function typeCode(page: Page, code: string): Promise<void> {
    await page.getByLabel('Device code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  test('is connected by its code, and told when the user has answered; the link alone approves nothing', async () => {
    const device = await begin()
    const { page, problems } = await openBrowser(browser, { passkey })
    // CVE-2022-39222, CVE-2026-45337: opening a link from an attacker approves nothing.
    await page.goto(device.verification_uri_complete)
    await expectHeading(page, 'Connect a device')
    await page.getByText('Does your device show the same one?').waitFor()
    expect(await page.getByLabel('Device code').inputValue()).toBe(device.user_code)
    expect(page.url()).not.toContain(device.user_code)
    await look(page, 'device')

    await typeCode(page, 'BBBB-BBBB')
    await page.getByText('No device is waiting with this code.').waitFor()
    await typeCode(page, device.user_code.toLowerCase().replace('-', ' '))
    await expectHeading(page, 'Living room TV asks from a device')
    await page.getByText(device.user_code, { exact: true }).waitFor()
    await look(page, 'device-compare')
    await page.getByRole('button', { name: 'No, stop' }).click()
    await page.getByText('Nothing was approved.').waitFor()
    await typeCode(page, device.user_code)
    await page.getByRole('button', { name: 'Yes, it’s my device' }).click()

    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Living room TV asks for some of your data')
    await page.getByText('Your answer goes to the device that shows the code').waitFor()
    await page.getByText(`${device.user_code} · Requested at`).waitFor()
    await page.getByText('If someone sent you this code or link, stop').waitFor()
    expect(await poll(device)).toMatchObject({ error: 'authorization_pending' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectHeading(page, 'You can go back to your device')
    await look(page, 'device-done')
    expect(await poll(device)).toMatchObject({ token_type: 'Bearer', data_token: expect.any(String) })

    await page.goto(device.verification_uri)
    await typeCode(page, device.user_code)
    await page.getByText('This code was already used.').waitFor()
    expect(problems).toEqual([])
  })

  test('RFC 8628 §5.4: a link past the code leads back to it, signed in or not', async () => {
    const device = await begin()
    const found = await fetch(`${system.coreUrl}/api/requests/by-user-code/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_code: device.user_code }),
    })
    const { auth_request_id: id }: DeviceRequest = await found.json()
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(`${new URL(device.verification_uri).origin}/consent?auth_request_id=${id}`)
    await signInByPasskeyOnPage(page)
    await expectHeading(page, 'Connect a device')
    expect(await page.getByLabel('Device code').inputValue()).toBe('')
    await typeCode(page, device.user_code)
    await page.getByRole('button', { name: 'Yes, it’s my device' }).click()
    await expectHeading(page, 'Living room TV asks for some of your data')
  })

  test('is told of a denial, and the user reads that it got nothing', async () => {
    const device = await begin()
    const { page } = await openBrowser(browser, { passkey })
    await page.goto(device.verification_uri)
    await typeCode(page, device.user_code)
    await page.getByRole('button', { name: 'Yes, it’s my device' }).click()
    await signInByPasskeyOnPage(page)
    await page.getByRole('button', { name: 'Deny' }).click()
    await expectHeading(page, 'You can go back to your device')
    await page.getByText('Living room TV got nothing').waitFor()
    expect(await poll(device)).toMatchObject({ error: 'access_denied' })
  })
})
