import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCursors } from './cursor.ts'

const cursors = createCursors(['an administration token of the tests'])

test('CVE-2026-33504 (GHSA-r9w3-57w2-gch2): a cursor is opaque, new each time, and comes back whole', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 3 }), (position) => {
      const cursor = cursors.seal('clients', position)
      expect(cursors.open('clients', cursor)).toEqual(position)
      expect(cursors.seal('clients', position)).not.toBe(cursor)
    }),
  )
  expect(Buffer.from(cursors.seal('clients', ['a name']), 'base64url').toString('latin1')).not.toContain('a name')
})

test('CVE-2026-33504 (GHSA-r9w3-57w2-gch2): nothing else is ever taken for a cursor', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => cursors.open('clients', text)).toThrow('not one of this list')
    }),
    { numRuns: 1_000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => cursors.open('clients', Buffer.from(bytes).toString('base64url'))).toThrow('not one of this list')
    }),
    { numRuns: 1_000 },
  )
})

test('CVE-2026-33504 (GHSA-r9w3-57w2-gch2): a cursor with one bit or character changed is refused', () => {
  const cursor = cursors.seal('clients', ['2026-11-21', "x'; drop table provider.clients; --"])
  const bytes = Buffer.from(cursor, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    expect(() => cursors.open('clients', changed.toString('base64url'))).toThrow('not one of this list')
  }
  for (const text of [`${cursor}A`, cursor.slice(1), cursor.slice(0, -1), `${cursor}=`, ` ${cursor}`, '']) {
    expect(() => cursors.open('clients', text)).toThrow('not one of this list')
  }
})

test('CVE-2026-33504 (GHSA-r9w3-57w2-gch2): a cursor of another list, filter or token is refused', () => {
  const cursor = cursors.seal('audit ["a"]', ['x'])
  expect(() => cursors.open('audit ["b"]', cursor)).toThrow('not one of this list')
  expect(() => cursors.open('clients', cursor)).toThrow('not one of this list')
  const others = createCursors([randomBytes(32).toString('base64url')])
  expect(() => others.open('audit ["a"]', cursor)).toThrow('not one of this list')
})
