import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FILE_LIST, MANIFEST, releasedManifest } from '../file-list.ts'
import { readRelease } from './release.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const STORED = { name: 'Countersign', version: '1', update_url: 'https://store.example' }
const RELEASED = new Map([
  ['client.js', 'run()'],
  [MANIFEST, releasedManifest(STORED)],
])
const LIST = [...RELEASED].map(([name, text]) => `${hashOf(text)}  ${name}\n`).join('')
/** As a browser keeps them: a store has added to the manifest. */
const INSTALLED = new Map([...RELEASED, [MANIFEST, JSON.stringify(STORED)], [FILE_LIST, LIST]])

let files: ReadonlyMap<string, string>
const server = createServer(({ url = '' }, response) => {
  const text = files.get(url.slice(1))
  response.writeHead(text === undefined ? 404 : 200).end(text)
})

beforeAll(async () => {
  await once(server.listen(0), 'listening')
  const base = `http://localhost:${(server.address() as AddressInfo).port}/`
  vi.stubGlobal('chrome', { runtime: { getURL: (name: string) => base + name } })
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
  server.closeAllConnections()
})

test('the fingerprint is the hash of the list of files, also where a store has added to the manifest', async () => {
  files = INSTALLED
  expect(await readRelease()).toBe(hashOf(LIST))
})

test.each([
  ['a changed script', new Map([...INSTALLED, ['client.js', 'steal()']])],
  ['a missing script', new Map([...INSTALLED].filter(([name]) => name !== 'client.js'))],
  ['a changed manifest', new Map([...INSTALLED, [MANIFEST, JSON.stringify({ ...STORED, permissions: ['tabs'] })]])],
])('the fingerprint is withheld for %s', async (_case, changed) => {
  files = changed
  await expect(readRelease()).rejects.toThrow('is not as it was released')
})
