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
])('%s is strong', async (password) => {
  expect(await verdictOn(password)).toBe('strong')
})

test.each([
  ['of the lists, twice', 'passwordpassword1'],
  ['along the keyboard', 'qwertyuiopasdfgh'],
  ['that counts', '123456789012345'],
  ['that repeats itself', 'abcabcabcabcabcabc'],
  ['that names the service', 'countersigncountersign'],
])('a long password %s is weak', async (_case, password) => {
  expect(await verdictOn(password)).toBe('password_weak')
})

test('a login name is no password', async () => {
  const login = 'margarete.hollenbeck.1987'
  expect(await verdictOn(`${login}1`, login)).toBe('password_weak')
  expect(await verdictOn(`${login}1`, 'ada')).toBe('strong')
})
