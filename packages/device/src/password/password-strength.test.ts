import { dictionary } from '@zxcvbn-ts/language-common'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toFailure } from '../failure.ts'
import { prepareNewPassword } from './password-strength.ts'

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

test('a login name is no password', async () => {
  const login = 'margarete.hollenbeck.1987'
  expect(await verdictOn(`${login}1`, login)).toBe('password_weak')
  expect(await verdictOn(`${login}1`, 'ada')).toBe('strong')
})

test('a login name with common words around it is no password either', async () => {
  expect(await verdictOn('i am margarete hollenbeck', 'margarete.hollenbeck')).toBe('password_weak')
  expect(await verdictOn('i am margarete hollenbeck', 'ada')).toBe('strong')
})

test('four words that dice choose are strong', async () => {
  const word = fc.constantFrom(...dictionary['diceware-common'])
  const phrase = fc.array(word, { minLength: 4, maxLength: 4 }).map((words) => words.join(' '))
  const longEnough = phrase.filter((text) => text.length >= 20)
  await fc.assert(
    fc.asyncProperty(longEnough, async (text) => (await verdictOn(text)) === 'strong'),
    // Unbiased, as dice are: four times one word is not strong.
    { seed: 43, numRuns: 200, unbiased: true },
  )
})
