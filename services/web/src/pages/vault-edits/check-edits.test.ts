import { type ClaimItem, ClientError } from '@countersign/device'
import { expect, test } from 'vitest'
import { checkEdits } from './unsaved-edits.ts'

const older: ClaimItem = { id: 'older', name: 'phone', value: '079', isPreferred: false, changedAt: '' }

test('a save writes each value in the form of its claim', async () => {
  const put = [
    { name: 'email', value: 'ana@EXAMPLE.org', label: 'Home' },
    { id: 'older', name: 'phone', value: '+41 79 123 45 67' },
  ]
  expect(await checkEdits({ put, remove: ['gone'] }, [older])).toEqual({
    put: [
      { name: 'email', value: 'ana@example.org', label: 'Home' },
      { id: 'older', name: 'phone', value: '+41791234567' },
    ],
    remove: ['gone'],
  })
})

test('a new value that is none of its claim is not saved', async () => {
  const refusal = new ClientError({ code: 'malformed_claim' })
  await expect(checkEdits({ put: [{ name: 'email', value: 'ana@' }], remove: [] }, [older])).rejects.toThrow(refusal)
})

test('one that the vault has already may get a label', async () => {
  const edits = { put: [{ id: 'older', name: 'phone', value: '079', label: 'Home' }], remove: [] }
  expect(await checkEdits(edits, [older])).toEqual(edits)
})
