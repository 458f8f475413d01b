import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { decideRefresh } from './decide-refresh.ts'
import type { HeldGrant } from './refresh-token.store.ts'
import { firstRefreshToken, successorsOf } from './refresh-token.ts'

const SECRETS = ['a-token-secret-for-tests-0123456789']
const first = firstRefreshToken(randomUUID(), SECRETS)
const [second = first] = successorsOf(first, SECRETS)
const [third = first] = successorsOf(second, SECRETS)

const HELD: HeldGrant = {
  userId: 'ada',
  scopes: ['openid'],
  issuedAt: new Date(0),
  endsAt: undefined,
  once: false,
  authTime: undefined,
  acr: undefined,
  salt: Buffer.alloc(32),
  maskedKey: undefined,
  sealedUpdate: undefined,
  isUpdateWaiting: false,
  clientId: 'app',
  rotation: 1,
  refreshTokenHash: second.hash,
  isPairUsed: false,
  isHeldByKey: true,
  isRevoked: false,
  isExpired: false,
  isSuspended: false,
  allowsScopes: true,
  secondsSinceIssue: 3_600,
}

const decide = (presented = first, changes: Partial<HeldGrant> = {}, reuseSeconds = 10) => {
  const asked = { presented, successors: successorsOf(presented, SECRETS), clientId: 'app', reuseSeconds }
  const decision = decideRefresh({ ...HELD, ...changes }, asked)
  return typeof decision === 'object' ? decision.refreshToken.text : decision
}

const USED = { isPairUsed: true }

test.each([
  ['the current token', second, {}, 'current'],
  ['the one before it, whose pair was never used', first, {}, second.text],
  ['the one before it, seconds after the rotation', first, { ...USED, secondsSinceIssue: 9.9 }, second.text],
  ['the one before it, later and after a use', first, { ...USED, secondsSinceIssue: 10 }, 'reused'],
  ['an older one, however young', first, { rotation: 2, refreshTokenHash: third.hash, secondsSinceIssue: 0 }, 'reused'],
  ['one that a restored database does not know yet', third, USED, 'unknown'],
  ['any, of another client', first, { ...USED, clientId: 'other' }, 'other_client'],
  ['any, without the key that it is bound to', first, { ...USED, isHeldByKey: false }, 'wrong_key'],
  ['any, of a revoked grant', first, { ...USED, isRevoked: true }, 'revoked'],
  ['one that is used again after its grant has expired', first, { ...USED, isExpired: true }, 'reused'],
  ['the current one of an expired grant', second, { isExpired: true }, 'expired'],
  ['the current one of a suspended person', second, { isSuspended: true }, 'suspended'],
  ['the current one, for more than was granted', second, { allowsScopes: false }, 'scope_not_granted'],
] as const)('%s', (_case, presented, changes, decision) => {
  expect(decide(presented, changes)).toBe(decision)
})

test('without a window only an unused pair is given again', () => {
  expect(decide(first, { secondsSinceIssue: 0 }, 0)).toBe(second.text)
  expect(decide(first, { ...USED, secondsSinceIssue: 0 }, 0)).toBe('reused')
})

test('a token without a tag, which anyone can write, ends no grant that does not know it', () => {
  const untagged = { ...first, isTagged: false }
  expect(decide(untagged, { refreshTokenHash: third.hash })).toBe('unknown')
  expect(decide(untagged, USED)).toBe('reused')
})
