import { expect, test } from 'vitest'
import { NO_DESCRIPTION, toUpdate } from './description.tsx'

const START = {
  ...NO_DESCRIPTION,
  name: 'Books',
  redirect_uris: 'https://books.example/callback\nhttps://leaked.example/callback',
  policy_uri: 'https://books.example/privacy',
}

test('an update has only the fields changed in this form: another operator may have changed the rest', () => {
  expect(toUpdate(START, START)).toEqual({})
  expect(toUpdate(START, { ...START, name: 'More Books' })).toEqual({ name: 'More Books' })
  expect(toUpdate(START, { ...START, policy_uri: '', redirect_uris: ' https://books.example/callback\n' })).toEqual({
    policy_uri: null,
    redirect_uris: ['https://books.example/callback'],
  })
})
