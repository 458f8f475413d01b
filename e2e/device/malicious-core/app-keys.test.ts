import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import type { Device } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf, type RequestApproval, showClaims } from '../../support/approval.ts'
import { registerApp } from '../../support/asking-app.ts'
import { useLyingCore } from '../../support/lying-core.ts'
import { lend } from '../../support/shared.ts'
import { openAnother, outcomeOf } from '../devices.ts'

const core = useLyingCore()

describe('an app’s encryption key that the provider swaps (row 22)', () => {
  const keyA: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const keyB: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' }
  const books = lend(() => registerApp(core.system, { name: 'Books', scopes: { email: {} } }))

  /** An approval of a request of the app, of which the provider says from now on that this is its key. */
  async function approvalUnder(key: ClaimsEncryptionJwk | undefined, device: Device): Promise<RequestApproval> {
    await updateClient(core.system.providerSql, books.client.clientId, { claimsEncryptionKey: key ?? null })
    const claims = await showClaims(device, { email: 'a@example.org' })
    let approval = await approvalOf(core, device, (await books.begin()).url)
    const read = async () => device.readRequest((approval = await approvalOf(core, device, (await books.begin()).url)))
    // The provider hears of it by a notification.
    await expect.poll(async () => (await read()).client.claims_encryption_jwk).toEqual(key)
    return { ...approval, claims }
  }

  test.each([
    ['another one', keyB],
    ['none', undefined],
  ])('for %s gets nothing until the person accepts it', async (_case, encryptionKey) => {
    const { device } = await signUp(core)
    await device.approve(await approvalUnder(keyA, device))
    const approval = await approvalUnder(encryptionKey, device)
    expect(await device.checkApp(approval)).toMatchObject({ keyChanged: true })
    expect(await outcomeOf(core, device.approve(approval))).toEqual(['app_key_changed'])
    await device.approve({ ...approval, acceptNewKey: true })
    expect(await device.checkApp(approval)).toMatchObject({ keyChanged: false })
  })

  test('is noticed on every device of the person', async () => {
    const { device, passkey } = await signUp(core)
    await device.approve(await approvalUnder(keyA, device))
    const phone = await openAnother(core, { passkey })
    expect(await codeOf(phone.approve(await approvalUnder(keyB, phone)))).toBe('app_key_changed')
  })
})
