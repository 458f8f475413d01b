import type { CredentialsQuery } from '@countersign/contracts'
import { expect, test } from 'vitest'
import {
  credentialRequestsOf,
  problemOfCredentialsQuery,
  readStoredQuery,
  toStoredQuery,
} from './credential-requests.ts'

type Query = CredentialsQuery['credentials'][number]

const ISSUED_BY = { path: ['iss'], values: ['https://uni.example', 'http://localhost:8080/demo-university'] }
const DEGREE: Query = {
  id: 'degree',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['https://uni.example/degree'] },
  claims: [ISSUED_BY, { path: ['degree'] }, { path: ['graduated_on'] }],
  reason: 'To invite you.',
}
const { reason: _reason, ...WITHOUT_REASON } = DEGREE
const CARD: Query = { ...WITHOUT_REASON, id: 'card', meta: { vct_values: ['urn:example:card'] } }
const REQUEST = {
  vct: 'https://uni.example/degree',
  issuers: ISSUED_BY.values,
  claims: ['degree', 'graduated_on'],
  reason: 'To invite you.',
}

const problemOf = (...credentials: readonly object[]) =>
  problemOfCredentialsQuery({ credentials: credentials as Query[] }, true)

test('an app with a key may ask for credentials by a DCQL query that names their issuers', () => {
  expect(problemOf(DEGREE, CARD)).toBeUndefined()
  expect(problemOfCredentialsQuery(undefined, false)).toBeUndefined()
  expect(credentialRequestsOf({ credentials: [DEGREE, CARD] })).toEqual([
    REQUEST,
    { ...REQUEST, vct: 'urn:example:card', reason: '' },
  ])
})

const ofType = (vct: string, index = 0): Query => ({ ...DEGREE, id: `id_${index}`, meta: { vct_values: [vct] } })
const withClaims = (...claims: readonly object[]) => ({ ...DEGREE, claims: [ISSUED_BY, ...claims] })
const numbered = Array.from({ length: 16 }, (_each, claim) => ({ path: [`claim_${claim}`] }))
const many = Array.from({ length: 4 }, (_, index) => ({
  ...ofType(`https://uni.example/${'x'.repeat(150)}${index}`, index),
  claims: [ISSUED_BY, ...numbered],
}))

test.each<[string, readonly object[], string]>([
  ['a list in place of DCQL', [REQUEST], 'is a DCQL query'],
  ['an id with a space', [{ ...DEGREE, id: 'my degree' }], 'is a DCQL query'],
  ['five of them', Array.from('abcde', ofType), 'is a DCQL query'],
  ['several of one type', [{ ...DEGREE, multiple: true }], 'Leave out multiple:'],
  ['trusted authorities', [{ ...DEGREE, trusted_authorities: [] }], '{"path": ["iss"], "values": ["https://…"]}'],
  ['sets of claims', [{ ...DEGREE, claim_sets: [['a']] }], 'Leave out claim_sets:'],
  [
    'no key binding',
    [{ ...DEGREE, require_cryptographic_holder_binding: false }],
    'Leave out require_cryptographic_holder_binding:',
  ],
  ['an unknown member', [{ ...DEGREE, purpose: '' }], 'leave out other members'],
  [
    'an unknown member of meta',
    [{ ...DEGREE, meta: { ...DEGREE.meta, doctype_value: '' } }],
    'leave out other members',
  ],
  ['a claim with a name of its own', [withClaims({ id: 'a', path: ['degree'] })], 'A claim has path and values'],
  ['another format', [{ ...DEGREE, format: 'mso_mdoc' }], 'dc+sd-jwt'],
  ['two types at once', [{ ...DEGREE, meta: { vct_values: ['a', 'b'] } }], 'one type'],
  ['a claim inside of another', [withClaims({ path: ['address', 'street'] })], 'nested claims'],
  ['each element of a list', [withClaims({ path: [null] })], 'nested claims'],
  ['the value of a claim', [withClaims({ path: ['degree'], values: ['BSc'] })], 'compare those of other claims'],
  ['no issuer', [{ ...DEGREE, claims: [{ path: ['degree'] }] }], 'names its issuers'],
  ['issuers twice', [withClaims(ISSUED_BY)], 'names its issuers'],
  ['an issuer that may be any', [{ ...DEGREE, claims: [{ path: ['iss'] }, { path: ['degree'] }] }], 'has a type'],
  ['a type without claims', [withClaims()], 'has a type'],
  ['a claim twice', [withClaims({ path: ['degree'] }, { path: ['degree'] })], 'has a type'],
  ['a claim with a dot', [withClaims({ path: ['address.street'] })], 'has a type'],
  ['a type with a space', [ofType('my degree')], 'has a type'],
  ['one id twice', [DEGREE, { ...CARD, id: 'degree' }], 'Each id'],
  ['one type twice', [DEGREE, { ...DEGREE, id: 'again' }], 'named once'],
  ['more names than a log has room for', many, 'too many claims'],
  [
    'an issuer without protection',
    [{ ...DEGREE, claims: [{ path: ['iss'], values: ['http://uni.example'] }, { path: ['a'] }] }],
    'https address',
  ],
  [
    'an issuer that is a program',
    [{ ...DEGREE, claims: [{ path: ['iss'], values: ['com.example.app:/x'] }, { path: ['a'] }] }],
    'https address',
  ],
])('%s is refused', (_case, credentials, problem) => {
  expect(problemOf(...credentials)).toContain(problem)
})

test('alternatives between credentials are refused, and a list in place of a query', () => {
  const sets = { credentials: [DEGREE], credential_sets: [{ options: [['degree']] }] }
  expect(problemOfCredentialsQuery(sets, true)).toContain('Leave out credential_sets:')
  expect(problemOfCredentialsQuery([REQUEST], true)).toContain('is a DCQL query')
})

test('an app without a key may not: nothing of a credential leaves in the open', () => {
  expect(problemOfCredentialsQuery({ credentials: [DEGREE] }, false)).toContain('claims_encryption_jwk')
})

test('a row of an older version asks for the same as before', () => {
  const before = [REQUEST, { ...REQUEST, vct: 'urn:example:card', reason: '' }]
  const query = readStoredQuery(before)
  expect(credentialRequestsOf(query)).toEqual(before)
  expect(problemOfCredentialsQuery(query, true)).toBeUndefined()
  expect(readStoredQuery([])).toBeUndefined()
  expect(toStoredQuery(undefined)).toEqual([])
  expect(readStoredQuery(toStoredQuery(query))).toEqual(query)
})
