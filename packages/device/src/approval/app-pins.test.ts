import { expect, test } from 'vitest'
import { checkApp, pinFor } from './app-pins.ts'

const APP = { clientId: 'books', name: 'Books', encryptionKey: undefined }

test('an app that asks from a device changes nothing of where it is known to return to', async () => {
  const [web, device] = [
    { ...APP, host: 'books.example' },
    { ...APP, host: '' },
  ]
  const pins = { books: await pinFor({}, web, new Date()) }
  expect((await checkApp(pins, device)).hostChanged).toBeUndefined()
  const after = { books: await pinFor(pins, device, new Date()) }
  expect(after.books.host).toBe('books.example')
  const elsewhere = await checkApp(after, { ...APP, host: 'evil.example' })
  expect(elsewhere.hostChanged).toEqual({ before: 'books.example', after: 'evil.example' })
})
