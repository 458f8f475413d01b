import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

describe('a request with too many parameters', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)
  const form = (list: readonly string[]) => list.map((name) => `${name}=1`).join('&')
  const json = (list: readonly string[]) => `{${list.map((name) => `"${name}":"1"`).join()}}`

  test('has more than 64', () => {
    expect(Object.keys(parseForm(form(names(64))).values)).toHaveLength(64)
    expect(Object.keys(parseJson(json(names(64))).values)).toHaveLength(64)
  })

  test.each([
    ['of different names', names(65)],
    ['of one name', names(65).fill('a')],
  ])('%s is refused as a form and as JSON, and told why', (_case, list) => {
    const refusal = { code: 'invalid_request', message: 'A request has at most 64 parameters.' }
    expect(() => parseForm(form(list))).toThrow(expect.objectContaining(refusal))
    expect(() => parseJson(json(list))).toThrow(expect.objectContaining(refusal))
  })
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
