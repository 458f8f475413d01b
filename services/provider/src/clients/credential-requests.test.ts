import type { CredentialRequest } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { problemOfCredentialRequests } from './credential-requests.ts'

const DEGREE: CredentialRequest = {
  vct: 'https://uni.example/degree',
  issuers: ['https://uni.example', 'http://localhost:8080/demo-university'],
  claims: ['degree', 'graduated_on'],
  reason: 'To invite you.',
}

test('an app with a key may ask for credentials of issuers that it names', () => {
  expect(problemOfCredentialRequests([DEGREE, { ...DEGREE, vct: 'urn:example:card' }], true)).toBeUndefined()
  expect(problemOfCredentialRequests([], false)).toBeUndefined()
})

const ofType = (vct: string): CredentialRequest => ({ ...DEGREE, vct })

const many = Array.from({ length: 4 }, (_, index) => ({
  ...ofType(`https://uni.example/${'x'.repeat(150)}${index}`),
  claims: Array.from({ length: 16 }, (_each, claim) => `claim_${claim}`),
}))

test.each<[string, readonly CredentialRequest[], string]>([
  ['a type without claims', [{ ...DEGREE, claims: [] }], 'Each credential has'],
  ['a claim inside of another', [{ ...DEGREE, claims: ['address.street'] }], 'Each credential has'],
  ['a type with a space', [{ ...DEGREE, vct: 'my degree' }], 'Each credential has'],
  ['no issuer', [{ ...DEGREE, issuers: [] }], 'Each credential has'],
  ['five of them', Array.from('abcde', ofType), 'Each credential has'],
  ['one type twice', [DEGREE, DEGREE], 'named once'],
  ['more names than a log has room for', many, 'too many claims'],
  ['an issuer without protection', [{ ...DEGREE, issuers: ['http://uni.example'] }], 'https address'],
  ['an issuer that is a program', [{ ...DEGREE, issuers: ['com.example.app:/x'] }], 'https address'],
])('%s is refused', (_case, requests, problem) => {
  expect(problemOfCredentialRequests(requests, true)).toContain(problem)
})

test('an app without a key may not: nothing of a credential leaves in the open', () => {
  expect(problemOfCredentialRequests([DEGREE], false)).toContain('claims_encryption_jwk')
})
