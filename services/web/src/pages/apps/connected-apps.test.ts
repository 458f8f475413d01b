import type { Grant } from '@countersign/contracts'
import type { AppHistory } from '@countersign/device'
import { expect, test } from 'vitest'
import { connectedApps, formerApps } from './connected-apps.ts'

const grant = (id: string, clientId: string, part: Partial<Grant>): Grant => ({
  grant_id: id,
  client: { client_id: clientId, name: `App ${clientId}`, logo: '', description: '' },
  scopes: ['openid'],
  created_at: '2026-02-01T00:00:00Z',
  last_used_at: '2026-02-01T00:00:00Z',
  access_expires_at: null,
  expires_at: '2026-05-01T00:00:00Z',
  ends_at: null,
  ...part,
})
const email = {
  claim: 'email',
  value: 'ada@example.org',
  first: '2026-01-01T00:00:00Z',
  last: '2026-01-02T00:00:00Z',
}
const given = (clientId: string, part: Partial<AppHistory> = {}): AppHistory => ({
  clientId,
  name: `App ${clientId}`,
  host: `${clientId}.example`,
  lastAt: '2026-01-02T00:00:00Z',
  released: [email],
  next: { claims: { email: 'id-1' }, scopes: {}, released: [], asked: undefined },
  endedAt: undefined,
  ...part,
})
const knownApps = {
  a: { name: 'A', host: 'a.example', jkt: '', since: '2025-12-01T00:00:00Z', used: '2025-12-01T00:00:00Z' },
}

test('several approvals of one app are one app: its data, since the first, until the last', () => {
  const grants = [
    grant('1', 'a', { created_at: '2026-01-01T00:00:00Z' }),
    grant('2', 'a', { last_used_at: '2026-03-01T00:00:00.5Z', ends_at: '2026-04-01T00:00:00Z' }),
    grant('3', 'b', { last_used_at: '2026-04-01T00:00:00Z' }),
  ]
  expect(connectedApps({ grants, history: [given('a')], knownApps, language: 'en' })).toMatchObject([
    { clientId: 'b', since: '2026-02-01T00:00:00Z', host: undefined, released: undefined },
    {
      clientId: 'a',
      since: '2025-12-01T00:00:00Z',
      host: 'a.example',
      released: [email],
      access: {
        lastUsedAt: '2026-03-01T00:00:00.5Z',
        endsAt: '2026-05-01T00:00:00Z',
        isEndChosen: false,
      },
    },
  ])
})

test('an end is called chosen only where every approval of the app has one', () => {
  const ends_at = '2026-04-01T00:00:00Z'
  const [app] = connectedApps({ grants: [grant('1', 'a', { ends_at })], history: [], knownApps, language: 'en' })
  expect(app?.access).toMatchObject({ endsAt: ends_at, isEndChosen: true })
  const later = { expires_at: '2026-05-02T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' }
  const [mixed] = connectedApps({
    grants: [grant('1', 'a', {}), grant('2', 'a', later)],
    history: [],
    knownApps,
    language: 'en',
  })
  expect(mixed?.access).toMatchObject({ endsAt: later.expires_at, isEndChosen: false })
})

test('an app without access is still there with its data; one that got nothing only if it was removed', () => {
  const endedAt = '2026-02-01T00:00:00Z'
  const nothing = { released: [] }
  const history = [
    given('a'),
    given('b', { name: '', host: '' }),
    given('c', nothing),
    given('d'),
    given('e', { ...nothing, endedAt }),
  ]
  const grants = [grant('1', 'd', {})]
  expect(formerApps({ grants, history, knownApps })).toMatchObject([
    { clientId: 'a', name: 'App a', released: [email], since: '2025-12-01T00:00:00Z', access: undefined },
    { clientId: 'b', name: 'b', host: undefined, since: '2026-01-02T00:00:00Z', lastAt: email.last },
    { clientId: 'e', endedAt, lastAt: undefined },
  ])
})
