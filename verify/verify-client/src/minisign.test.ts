import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newMinisigner } from '../test/minisigner.ts'
import { readMinisignKey, verifyMinisign } from './minisign.ts'

/** The key of minisign's author and its signatures of "test". */
const KEY = 'RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3'
const SIGNED_WHOLE = `untrusted comment: signature from minisign secret key
RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=
trusted comment: timestamp:1555779966\tfile:test
QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==
`
const SIGNED_AS_HASH = `untrusted comment: signature from minisign secret key
RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
trusted comment: timestamp:1633700835\tfile:test\tprehashed
wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==
`
const TEST = Buffer.from('test')

describe('a signature of minisign', () => {
  test.each([
    ['over the whole file', SIGNED_WHOLE, 'timestamp:1555779966\tfile:test'],
    ['over its hash', SIGNED_AS_HASH, 'timestamp:1633700835\tfile:test\tprehashed'],
  ])('that minisign itself made %s is accepted, with its trusted comment', (_case, signature, comment) => {
    expect(verifyMinisign(TEST, signature, readMinisignKey(KEY))).toBe(comment)
    expect(verifyMinisign(TEST, signature, readMinisignKey(`untrusted comment: a key\n${KEY}\n`))).toBe(comment)
  })

  test.each([
    ['of another file', 'tests', SIGNED_AS_HASH],
    ['whose trusted comment was changed', 'test', SIGNED_AS_HASH.replace('file:test', 'file:text')],
    ['whose trusted comment is not signed', 'test', SIGNED_AS_HASH.replace(/\n.*\n$/, '\n')],
    ['with a bit flipped', 'test', SIGNED_AS_HASH.replace('559r3g', '559r3h')],
    ['that says that it is over the whole file', 'test', SIGNED_AS_HASH.replace('RUQf', 'RWQf')],
    ['of an unknown kind', 'test', SIGNED_AS_HASH.replace('RUQf', 'RXQf')],
    ['that is cut short', 'test', SIGNED_AS_HASH.slice(0, 100)],
    ['that is empty', 'test', ''],
  ])('%s is refused', (_case, content, signature) => {
    expect(() => verifyMinisign(Buffer.from(content), signature, readMinisignKey(KEY))).toThrow(/signature/)
  })

  test('of another key is refused, though it bear the number of the right one', () => {
    const right = newMinisigner()
    const wrong = newMinisigner({ id: right.id })
    const key = readMinisignKey(right.publicKey)
    expect(verifyMinisign(TEST, right.sign(TEST), key)).toBe('by a test')
    expect(() => verifyMinisign(TEST, wrong.sign(TEST), key)).toThrow('does not fit')
    expect(() => verifyMinisign(TEST, newMinisigner().sign(TEST), key)).toThrow('another key')
  })

  test.each(['', 'RWQf6LRC', KEY.replace('RWQf', 'RUQf'), createHash('sha256').digest('base64')])(
    'is not checked with %j, which is no public key',
    (text) => {
      expect(() => readMinisignKey(text)).toThrow('no public key')
    },
  )
})
