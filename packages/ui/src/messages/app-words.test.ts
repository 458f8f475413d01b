import { describe, expect, test } from 'vitest'
import { findTag, named } from './app-name.ts'
import { wordsOf } from './app-words.ts'

describe("the language of an app's texts", () => {
  test.each([
    ['the language of the page', ['fr', 'de'], ['en'], 'de'],
    ["the browser's variant of it", ['de', 'de-CH'], ['fr', 'de-ch'], 'de-CH'],
    ['its shorter form, where the variant is missing', ['de-AT', 'de'], ['de-CH-1996'], 'de'],
    ['another variant, rather than none', ['fr', 'de-AT'], ['de-CH'], 'de-AT'],
    ['as a whole subtag, in any capitals', ['den', 'DE'], [], 'DE'],
    ['none, for another language of the browser', ['fr', 'es'], ['fr'], undefined],
  ])('is %s', (_case, tags, preferred, expected) => {
    expect(findTag(tags, 'de', preferred)).toBe(expected)
  })
})

const APP = {
  client_id: 'books',
  name: 'Wildflower Books',
  logo: '',
  description: 'A bookshop.',
  policy_uri: 'https://books.example/privacy',
  texts: {
    de: {
      name: 'Wildblumen',
      description: 'Ein Buchladen.',
      reasons: { email: 'Für Belege.', 'https://uni.example/degree': 'Für Rabatt.' },
    },
    ar: { tos_uri: 'https://books.example/ar' },
  },
}

test("an app's words are those of the page's language, each with its tag, or its default ones", () => {
  const german = wordsOf(APP, 'de')
  expect(german.client).toMatchObject({ name: 'Wildblumen', policy_uri: APP.policy_uri })
  expect(german.description).toEqual({ text: 'Ein Buchladen.', lang: 'de' })
  expect(german.reasonOf({ name: 'email', reason: 'For receipts.' })).toEqual({ text: 'Für Belege.', lang: 'de' })
  expect(german.reasonOf({ name: 'credential https://uni.example/degree', reason: '' }).text).toBe('Für Rabatt.')
  expect(german.reasonOf({ name: 'constructor', reason: 'Why.' })).toEqual({ text: 'Why.', lang: '' })
  const arabic = wordsOf(APP, 'ar')
  expect(arabic.client).toMatchObject({ name: 'Wildflower Books', tos_uri: 'https://books.example/ar' })
  expect(arabic.description).toEqual({ text: 'A bookshop.', lang: '' })
})

test('an app without a name in the language keeps its own', () => {
  expect(named({ name: 'Books', names: { fr: 'Livres' } }, 'de').name).toBe('Books')
  expect(named({ name: 'Books', names: { fr: 'Livres' } }, 'fr').name).toBe('Livres')
  expect(named({ name: 'Books' }, 'fr').name).toBe('Books')
})
