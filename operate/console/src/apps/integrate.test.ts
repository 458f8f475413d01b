import { expect, test } from 'vitest'
import { fillIn } from './integrate.tsx'
import { LIBRARY_SETTINGS } from './library-settings.ts'

const APP = { client_id: 'shop', redirect_uris: ['https://shop.example/callback'], scopes: [] }

test('settings of every library have the issuer and client id of the app, and no placeholder but the secret', () => {
  expect(LIBRARY_SETTINGS.length).toBeGreaterThanOrEqual(12)
  for (const { code } of LIBRARY_SETTINGS) {
    const filled = fillIn(code, APP, 'https://issuer.example')
    expect(filled).toContain('"shop"')
    expect(filled).toContain('"https://issuer.example')
    expect(filled).not.toMatch(/example\.com|CLIENT_ID"/)
  }
})

test('a value of an app cannot end the quotes that it stands in', () => {
  const redirect_uris = ['https://shop.example/")};alert(1)//\\']
  const filled = fillIn('f("https://app.example.com/callback", "CLIENT_ID")', { ...APP, redirect_uris }, '')
  expect(filled).toBe('f("https://shop.example/%22)};alert(1)//%5C", "shop")')
})
