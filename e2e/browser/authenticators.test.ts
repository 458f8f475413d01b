import { describe, expect, test } from 'vitest'
import { addAuthenticator } from '../support/authenticator.ts'
import { openContext, useBrowser } from '../support/browser.ts'
import { openDevice } from '../support/device.ts'
import { useSystem } from '../support/shared.ts'

describe('authenticators in Chromium', () => {
  const system = useSystem()
  const browser = useBrowser()

  const newDevice = async () => openDevice((await openContext(browser)).context, system)

  test.each([
    ['that has no secret to give', { hasPrf: false }, 'passkey_no_prf'],
    ['that does not check who its owner is', { isUserVerified: false }, 'passkey_cancelled'],
  ])('one %s is refused before there is an account', async (_name, abilities, code) => {
    const device = await newDevice()
    await addAuthenticator(device.page, abilities)
    await expect(device.signUpByPasskey()).rejects.toThrow(code)
    const users = system.databases[0]!.pool.query('select 1 from core.accounts')
    expect((await users).rows).toEqual([])
  })

  test('one gesture signs in and opens the vault, with no name asked for', async () => {
    const device = await newDevice()
    const authenticator = await addAuthenticator(device.page)
    await device.signUpByPasskey()
    await device.call('saveProfile', { values: { name: 'Ada' } })
    await device.call('signOut', {})
    const before = authenticator.uses()
    const opened = await device.signInByPasskey()
    expect(opened).toMatchObject({ method: 'passkey', scope: 'full', values: { name: 'Ada' } })
    expect(authenticator.uses() - before).toBe(1)
  })

  test('a passkey beside a password opens nothing any more once it is removed', async () => {
    const device = await newDevice()
    await addAuthenticator(device.page)
    await device.signUpByPasskey()
    await device.confirm('setPassword', { login: 'grace', password: 'grace keeps a marble kettle' })
    const methods = await device.call('listMethods', {})
    const passkey = methods.find(({ type }) => type === 'passkey')!
    await device.confirm('removeMethod', { unlockId: passkey.unlockId })
    await expect(device.signInByPasskey()).rejects.toThrow('invalid_credentials')
    const opened = await device.call('signIn', { login: 'grace', password: 'grace keeps a marble kettle' })
    expect(opened.method).toBe('password')
  })
})
