import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toFailure } from '../failure.ts'
import { prepareNewPassword } from './password-strength.ts'
import { countWordGuesses, readWordCosts } from './word-guesses.ts'

const verdictOn = (password: string, login = 'ada') =>
  prepareNewPassword(password, [login]).then(
    () => 'strong',
    (error: unknown) => toFailure(error).code,
  )

test.each([
  'violet kettle sleeps in orbit',
  'an altogether different one',
  'Ein ganzer Satz mit Ümlaut',
  '毎朝コーヒーを飲みながら新聞を読みます',
  'unicorn gravel lantern prism',
  'zealous-otter-mirror-plank-fig',
  'I will never be what you want me to be',
  'mein Hund ist der beste von allen',
  'je vais à la plage avec mes amis',
  'el perro verde come siete tortas',
  '犬と猫が庭でダンスを踊っていた',
  'قطتي تشرب الشاي كل صباح في الحديقة',
  'T7#q!vR2m@Lx9$Kz',
  '7391-5508-2264-9017',
  '🦊🐢🌵🍄🎈🪁🧭🪨🌋🦑🥨🚲🎻🔭🧶',
])('%s is strong', async (password) => {
  expect(await verdictOn(password)).toBe('strong')
})

test.each([
  ['of the lists, twice', 'passwordpassword1'],
  ['along the keyboard', 'qwertyuiopasdfgh'],
  ['that counts', '123456789012345'],
  ['that repeats itself', 'abcabcabcabcabcabc'],
  ['that names the service', 'countersigncountersign'],
  ['that a comic made famous', 'correct horse battery staple'],
  ['that a comic made famous, with a year', 'CorrectHorseBatteryStaple2024!'],
  ['of common words', 'thisismypassword'],
  ['of common words, spaced', 'this is my password'],
  ['of common words, with digits for letters', 'Th1s-1s-My-P4ssw0rd!'],
  ['of common words and a year', 'MyVerySecretPassword2024'],
  ['of love', 'iloveyouforever'],
  ['that asks to be let in', 'letmeinletmein!'],
  ['from a film', 'May the Force be with you!'],
  ['from a play', 'To be or not to be...'],
  ['that was published', 'sugarspiceandeverythingnice'],
  ['that was published, spaced', 'Big Trouble in Little China'],
  ['of common German words', 'Das ist mein Passwort'],
  ['of German love', 'ichliebedichfürimmer'],
  ['of common French words', 'c’est mon mot de passe'],
  ['of French love', 'je t’aime pour toujours'],
  ['of common Spanish words', 'esta es mi contraseña'],
  ['of Spanish love', 'te quiero para siempre'],
  ['from a Japanese book', '吾輩は猫である。名前はまだ無い'],
  ['from an Arabic prayer', 'بِسْمِ اللهِ الرَّحْمٰنِ الرَّحِيْمِ'],
])('a long password %s is weak', async (_case, password) => {
  expect(await verdictOn(password)).toBe('password_weak')
})

test('a login name with common words around it is weak', async () => {
  for (const password of ['margarete.hollenbeck1', 'i am margarete hollenbeck']) {
    expect(await verdictOn(password, 'margarete.hollenbeck')).toBe('password_weak')
    expect(await verdictOn(password, 'ada')).toBe('strong')
  }
})

test('four words that dice choose are strong', async () => {
  const word = fc.constantFrom(...dictionary['diceware-common'])
  const phrase = fc.array(word, { minLength: 4, maxLength: 4 }).map((words) => words.join(' '))
  const longEnough = phrase.filter((text) => text.length >= 20)
  await fc.assert(
    fc.asyncProperty(longEnough, async (text) => (await verdictOn(text)) === 'strong'),
    // Like dice: four equal words would be weak.
    { seed: 43, numRuns: 200, unbiased: true },
  )
})

const LETTER = 1.4
const NONE = { byRank: [], unranked: [], phrases: [] }

describe('the cost of a word', () => {
  test('follows from its place in a list that begins with the most frequent one', () => {
    const costs = readWordCosts({ ...NONE, byRank: [['horse', 'staple', 'cord']] })
    expect([...costs.keys()]).toEqual(['horse', 'staple', 'cord'])
    expect([...costs.values()]).toEqual([2, 3, 4].map(Math.log10))
  })

  test('is the same for each of a list that dice choose from, and that of three digits for a sentence', () => {
    const costs = readWordCosts({ ...NONE, unranked: Array.from('abcdefghij'), phrases: ['To be, or not to be!'] })
    expect([costs.get('a'), costs.get('j'), costs.get('tobeornottobe')]).toEqual([1, 1, 3])
  })

  test('is the lowest of all lists, in any spelling; text without letters is no word', () => {
    const byRank = ['x Für', 'fur ... '].map((list) => list.split(' '))
    expect(readWordCosts({ byRank, unranked: ['FUR'], phrases: ['fur', ''] }).get('fur')).toBe(Math.log10(1))
    const ranked = readWordCosts({ ...NONE, byRank })
    expect([...ranked.keys()]).toEqual(['x', 'fur'])
    expect(ranked.get('fur')).toBe(Math.log10(2))
  })
})

describe('the guesses that a password withstands', () => {
  const costs = new Map(Object.entries({ horse: 2, staple: 3, horsecart: 2.5, taste: 2 }))
  const guesses = (password: string, personal?: readonly string[]) => countWordGuesses(password, costs, personal)

  test.each([
    ['nothing', '', 0],
    ['one word', 'horse', 2],
    ['several', 'horsestaplehorse', 7],
    ['spaces and capitals', 'Horse  STAPLE', 5],
    ['the longer word, where that is cheaper', 'horsecart', 2.5],
    ['letters that are no word', 'zq', 2 * LETTER],
    ['letters behind a word', 'horsez', 2 + LETTER],
    ['letters before a word', 'zhorse', 2 + LETTER],
    ['digits', '86', 2],
    ['a digit behind a word', 'horse8', 3],
    ['digits for letters', 'h0r53', 2],
    ['signs for letters', 'h0r$e', 2 + 1],
    ['a 7 for a t', '7as7e', 2],
    ['each sign that is another one', 'horse-staple--!', 5 + 2],
    ['a year of this century', 'horse2024', 4],
    ['a year of the last', 'horse1987', 4],
    ['digits that are no year', 'horse8866', 6],
    ['digits longer than a year', 'horse20246', 5],
  ])('are counted for %s', (_case, password, expected) => {
    expect(guesses(password)).toBeCloseTo(expected, 6)
  })

  test('are few for data of the user, in any spelling', () => {
    expect(guesses('Ada.Lovelace', ['ada.lovelace'])).toBeCloseTo(1 + 1, 6)
    expect(guesses('horse', ['Horse'])).toBe(1)
    expect(guesses('adalovelace')).toBeCloseTo(11 * LETTER, 6)
  })
})
