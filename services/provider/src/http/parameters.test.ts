import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseForm, parseJson } from './parameters.ts'

test('a form and a JSON object with the same parameters read the same', () => {
  const names = fc.stringMatching(/^[a-z_]{1,12}$/)
  const values = fc.string({ unit: 'binary-ascii', minLength: 1 })
  fc.assert(
    fc.property(fc.dictionary(names, values), (object) => {
      const fromJson = parseJson(JSON.stringify(object))
      expect(fromJson).toEqual(parseForm(new URLSearchParams(object).toString()))
      expect({ ...fromJson.values }).toEqual(object)
      expect(fromJson.repeated).toEqual([])
    }),
  )
})

test.each([
  ['a=1&a=2', ['a']],
  ['a=1&b=2&a=', ['a']],
  ['a=1&%61=2', ['a']],
  ['a&a', ['a']],
])('a form that repeats a parameter says so: %s', (text, repeated) => {
  expect(parseForm(text).repeated).toEqual(repeated)
})

test.each([
  ['{"a":"1","a":"2"}', ['a']],
  ['{"a":"1","\\u0061":"2"}', ['a']],
  ['{"a":"\\"a\\":","b":"a"}', []],
  ['{"a" : "1", "b" : "2"}', []],
])('JSON that repeats a key says so, and only then: %s', (text, repeated) => {
  expect(parseJson(text).repeated).toEqual(repeated)
})

test('a parameter without a value counts as left out (RFC 6749 §3.1)', () => {
  expect({ ...parseForm('a=&b=1').values }).toEqual({ b: '1' })
  expect({ ...parseJson('{"a":"","b":"1"}').values }).toEqual({ b: '1' })
})

test('names that every object has are not mistaken for parameters', () => {
  expect(parseForm('x=1').values['constructor']).toBeUndefined()
  expect(parseForm('__proto__=1').values['__proto__']).toBe('1')
})

test.each(['', '[]', '"text"', 'null', '{"a":1}', '{"a":{"b":"c"}}', '{"a":null}', '{'])('%j is refused', (text) => {
  expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
