import type { Grant } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { connectedApps } from './connected-apps.ts'

const grant = (id: string, clientId: string, part: Partial<Grant>): Grant => ({
  grant_id: id,
  client: { client_id: clientId, name: `App ${clientId}`, logo: '', description: '' },
  scopes: ['openid'],
  created_at: '2026-02-01T00:00:00Z',
  last_used_at: '2026-02-01T00:00:00Z',
  ...part,
})

test('several approvals of one app are one app: all it may see, since the first, until the last', () => {
  const grants = [
    grant('1', 'a', { created_at: '2026-01-01T00:00:00Z', scopes: ['openid', 'email'] }),
    grant('2', 'a', { last_used_at: '2026-03-01T00:00:00.5Z', scopes: ['openid', 'phone'] }),
    grant('3', 'b', { last_used_at: '2026-04-01T00:00:00Z' }),
  ]
  const knownApps = {
    a: { name: 'A', host: 'a.example', jkt: '', since: '2025-12-01T00:00:00Z', used: '2025-12-01T00:00:00Z' },
  }
  expect(connectedApps(grants, knownApps)).toMatchObject([
    { clientId: 'b', since: '2026-02-01T00:00:00Z', host: undefined },
    {
      clientId: 'a',
      scopes: ['openid', 'email', 'phone'],
      since: '2025-12-01T00:00:00Z',
      lastUsedAt: '2026-03-01T00:00:00.5Z',
      host: 'a.example',
      grantIds: ['1', '2'],
    },
  ])
})
