import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { beforeEach, expect, test } from 'vitest'
import { generateSecrets } from '../secrets.ts'
import { provideDevelopmentSecrets, readSecretsFile } from './development-secrets.ts'

const NOBODY = 65_534

const place = temporaryFolder()
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(place, 'data-'))
})

function complaintOf(dataDirectory: string): string {
  try {
    return `read ${JSON.stringify(readSecretsFile(dataDirectory))}`
  } catch (error) {
    return String(error)
  }
}

test('a development secret that is not text is made anew once, and the rest of the file stays', async () => {
  const file = join(folder, 'secrets.json')
  const kept = { DATA_TOKEN_SECRET: 'kept', demo_client_id: 'demo', apps: { there: { client_id: 'app' } } }
  writeFileSync(file, JSON.stringify({ ...kept, INTERNAL_SERVICE_TOKEN: null, LOGIN_INDEX_KEY: 7 }))
  const { secrets } = await provideDevelopmentSecrets(folder)
  expect(secrets.INTERNAL_SERVICE_TOKEN).toHaveLength(43)
  expect(secrets.LOGIN_INDEX_KEY.length).toBeGreaterThan(40)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...kept, ...secrets, DATA_TOKEN_SECRET: 'kept' })
  expect((await provideDevelopmentSecrets(folder)).secrets).toEqual(secrets)
})

test('a development folder without TOKEN_SECRET gets one, and keeps all others', async () => {
  const file = join(folder, 'secrets.json')
  const { TOKEN_SECRET: _, ...others } = await generateSecrets()
  writeFileSync(file, JSON.stringify({ ...others, demo_client_id: 'demo' }))
  const { secrets } = await provideDevelopmentSecrets(folder)
  expect(secrets).toEqual({ ...others, TOKEN_SECRET: expect.stringMatching(/^[\w-]{43}$/) })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...secrets, demo_client_id: 'demo' })
})

test('development secrets that were never written are not there', () => {
  expect(readSecretsFile(join(folder, 'nothing'))).toBeUndefined()
})

test.each(['{"INTERNAL_SERVICE_TOKEN":', '"text"', 'null', ''])('a file that holds %j is to be restored', (content) => {
  writeFileSync(join(folder, 'secrets.json'), content)
  expect(complaintOf(folder)).toContain(`Restore the file, or remove ${folder} to begin anew.`)
})

test("development secrets: another user's file is sound, so the message does not say to remove it", () => {
  writeFileSync(join(folder, 'secrets.json'), '{}')
  chmodSync(join(folder, 'secrets.json'), 0o000)
  // No mode keeps root out, so root takes another user's id.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) for (const each of [place, folder]) chmodSync(each, 0o711)
  if (isRoot) process.seteuid?.(NOBODY)
  const complaint = complaintOf(folder)
  if (isRoot) process.seteuid?.(0)
  expect(complaint).toContain('belong to another user: run this as the one who runs the server.')
  expect(complaint).not.toContain('remove')
})

test('development secrets: any other reason is named, and the message does not say to remove anything', () => {
  mkdirSync(join(folder, 'secrets.json'))
  expect(complaintOf(folder)).toContain('cannot be read (EISDIR).')
  writeFileSync(join(folder, 'file'), '')
  expect(complaintOf(join(folder, 'file'))).toContain('cannot be read (ENOTDIR).')
})
