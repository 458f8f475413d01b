import { type ClaimItem, ClientError } from '@countersign/device'
import { describe, expect, test } from 'vitest'
import {
  checkEdits,
  countChanges,
  dropAdded,
  editEntry,
  inverseOf,
  NO_EDITS,
  preferEntry,
  takeMine,
  toSaveInput,
  typeAdded,
  undoEntry,
  withEdits,
} from './unsaved-edits.ts'

const item = (id: string, value: string, part: Partial<ClaimItem> = {}): ClaimItem => ({
  id,
  name: 'email',
  value,
  isPreferred: false,
  changedAt: '2026-11-21T08:00:00Z',
  ...part,
})
const home = item('home', 'home@example.org', { isPreferred: true })
const work = item('work', 'work@example.org', { label: 'Work' })
const items = [home, work]

describe('edits of the vault', () => {
  test('are shown on the entries, and saved as what differs', () => {
    const edits = editEntry(NO_EDITS, work, { value: ' new@example.org ' })
    expect(withEdits(items, edits).map(({ value }) => value)).toEqual(['home@example.org', ' new@example.org '])
    expect(toSaveInput(items, edits)).toEqual({
      put: [{ id: 'work', name: 'email', value: 'new@example.org', label: undefined, isPreferred: undefined }],
      remove: [],
    })
  })

  test("that return to the vault's value are no change", () => {
    const there = editEntry(NO_EDITS, work, { value: 'x' })
    expect(countChanges(items, there)).toBe(1)
    expect(countChanges(items, editEntry(there, work, { value: 'work@example.org' }))).toBe(0)
    expect(undoEntry(there, 'work')).toEqual(NO_EDITS)
  })

  test('remove what was removed, and what was emptied', () => {
    const edits = editEntry(editEntry(NO_EDITS, work, { isRemoved: true }), home, { value: '  ' })
    expect(toSaveInput(items, edits)).toEqual({ put: [], remove: ['work', 'home'] })
  })

  test('prefer one value of a claim at a time', () => {
    const once = preferEntry(NO_EDITS, work, items)
    expect(withEdits(items, once).map(({ isPreferred }) => isPreferred)).toEqual([false, true])
    const back = preferEntry(once, home, items)
    expect(withEdits(items, back).map(({ isPreferred }) => isPreferred)).toEqual([true, false])
    expect(countChanges(items, back)).toBe(0)
  })

  test('keep the order that is seen: a value that is added does not come first by itself', () => {
    const only = item('only', 'a@example.org')
    const edits = typeAdded(NO_EDITS, 'k', { name: 'email', value: 'b@example.org' })
    expect(toSaveInput([only], edits).put).toEqual([
      { name: 'email', value: 'b@example.org', label: '' },
      { id: 'only', name: 'email', value: 'a@example.org', isPreferred: true },
    ])
    expect(countChanges([only], edits)).toBe(1)
    expect(toSaveInput([home], edits).put).toHaveLength(1)
  })

  test('keep the first place with the value that has it, edited in the same save in which another is added', () => {
    const only = item('only', 'a@example.org')
    const edited = editEntry(NO_EDITS, only, { value: 'mended@example.org' })
    const edits = typeAdded(edited, 'k', { name: 'email', value: 'b@example.org' })
    expect(toSaveInput([only], edits).put).toEqual([
      { id: 'only', name: 'email', value: 'mended@example.org', label: undefined, isPreferred: true },
      { name: 'email', value: 'b@example.org', label: '' },
    ])
    expect(countChanges([only], edits)).toBe(2)
  })

  test('keep the order of values of which none is preferred, when several of them are edited', () => {
    const [first, second] = [item('first', 'a@example.org'), item('second', 'b@example.org')]
    const edits = editEntry(editEntry(NO_EDITS, second, { value: 'b2@example.org' }), first, { label: 'Home' })
    expect(toSaveInput([first, second], edits).put).toMatchObject([
      { id: 'second', isPreferred: undefined },
      { id: 'first', label: 'Home', isPreferred: true },
    ])
  })

  test('add values, without the empty ones', () => {
    const typed = typeAdded(typeAdded(NO_EDITS, 'k1', { name: 'phone', value: ' +41 ' }), 'k1', {
      name: 'phone',
      label: ' Home ',
    })
    const edits = typeAdded(typed, 'k2', { name: 'phone' })
    expect(toSaveInput([], edits).put).toEqual([{ name: 'phone', value: '+41', label: 'Home' }])
    expect(toSaveInput([], dropAdded(edits, 'k1')).put).toEqual([])
  })
})

describe('an entry that another tab or device changed while it was edited here', () => {
  const edits = editEntry(NO_EDITS, work, { value: 'mine@example.org' })
  const theirs = [home, { ...work, value: 'theirs@example.org' }]

  test('says what it says there, and saving keeps both', () => {
    expect(withEdits(theirs, edits)[1]?.elsewhere).toBe('theirs@example.org')
    expect(toSaveInput(theirs, edits)).toEqual({
      put: [{ name: 'email', value: 'mine@example.org', label: 'Work' }],
      remove: [],
    })
  })

  test('keeps both, and the first place, where it was the only one', () => {
    const alone = [{ ...work, value: 'theirs@example.org' }]
    expect(toSaveInput(alone, edits).put).toEqual([
      { name: 'email', value: 'mine@example.org', label: 'Work' },
      { id: 'work', name: 'email', value: 'theirs@example.org', isPreferred: true },
    ])
  })

  test('is replaced once the person has seen both', () => {
    const replacing = takeMine(edits, theirs[1]!)
    expect(withEdits(theirs, replacing)[1]?.elsewhere).toBeUndefined()
    expect(toSaveInput(theirs, replacing).put).toMatchObject([{ id: 'work', value: 'mine@example.org' }])
  })

  test('comes back as a new value where it was removed there', () => {
    expect(toSaveInput([home], edits).put).toEqual([{ name: 'email', value: 'mine@example.org', label: 'Work' }])
  })

  test('needs nothing where both typed the same', () => {
    expect(countChanges([home, { ...work, value: 'mine@example.org' }], edits)).toBe(0)
  })
})

describe('taking back a save', () => {
  test('restores what was changed and removed, takes away what was added, and leaves the rest alone', () => {
    const edits = typeAdded(editEntry(editEntry(NO_EDITS, work, { value: 'x' }), home, { isRemoved: true }), 'k', {
      name: 'email',
      value: 'new@example.org',
    })
    const saved = toSaveInput(items, edits)
    const fromElsewhere = item('other', 'other@example.org')
    const after = [{ ...work, value: 'x' }, item('fresh', 'new@example.org'), fromElsewhere]
    expect(inverseOf(saved, items, after)).toEqual({
      put: [
        { name: 'email', value: 'home@example.org', label: '', isPreferred: true },
        { id: 'work', name: 'email', value: 'work@example.org', label: 'Work', isPreferred: false },
      ],
      remove: ['fresh'],
    })
  })

  test('gives the first place back to the value that had it', () => {
    const saved = toSaveInput(items, preferEntry(NO_EDITS, work, items))
    const after = [
      { ...home, isPreferred: false },
      { ...work, isPreferred: true },
    ]
    expect(inverseOf(saved, items, after).put).toMatchObject([
      { id: 'home', isPreferred: true },
      { id: 'work', isPreferred: false },
    ])
  })
})

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

test('a new value in a wrong form is not saved', async () => {
  const refusal = new ClientError({ code: 'malformed_claim' })
  await expect(checkEdits({ put: [{ name: 'email', value: 'ana@' }], remove: [] }, [older])).rejects.toThrow(refusal)
})

test('a value in a wrong form that the vault has already may get a label', async () => {
  const edits = { put: [{ id: 'older', name: 'phone', value: '079', label: 'Home' }], remove: [] }
  expect(await checkEdits(edits, [older])).toEqual(edits)
})
