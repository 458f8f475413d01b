import { expect, test } from 'vitest'
import { findPage } from './requesting-app.tsx'

test("an app's page is shown with the host that it is on", () => {
  const address = 'https://books.example:8443/privacy?lang=en#data'
  expect(findPage(address)).toEqual({ href: address, host: 'books.example:8443' })
})

test.each([
  undefined,
  '',
  '/privacy',
  'http://books.example/privacy',
  'javascript:alert(1)',
  'javascript://books.example/%0aalert(1)',
  'data:text/html,x',
  'https://id.example@evil.example/',
  'https://a:b@books.example/',
])('the page leads nowhere for %j', (address) => {
  expect(findPage(address)).toBeUndefined()
})
