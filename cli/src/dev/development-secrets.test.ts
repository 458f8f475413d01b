import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { beforeEach, expect, test } from 'vitest'
import { readSecretsFile } from './development-secrets.ts'

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
