import { expect, test } from 'vitest'
import { en } from './texts/en.ts'
import { EXTENSION_TEXTS } from './texts.ts'

const LANGUAGES = Object.entries(EXTENSION_TEXTS).filter(([language]) => language !== 'en')

test.each(LANGUAGES)('%s repeats no English text, and says what English names', (language, text) => {
  const read = (texts: typeof en) =>
    Object.entries(texts).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : value('x.example'),
    ])
  const english = new Map(read(en))
  const same = read(text).filter(([key, said]) => said === english.get(key))
  // German has the same words.
  expect(same.map(([key]) => key)).toEqual(language === 'de' ? ['name', 'version'] : [])
  for (const [key, said] of read(text))
    expect(said.includes('x.example'), key).toBe(english.get(key)?.includes('x.example'))
})

test('French has a no-break space before ? ! : ; and within « »', () => {
  const texts = Object.values(EXTENSION_TEXTS.fr).map((value) => (typeof value === 'string' ? value : value('x')))
  expect(texts.filter((text) => /\S [?!:;»]|« /.test(text))).toEqual([])
})
