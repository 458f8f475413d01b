import type { ActivityEvent } from '../activity-event.ts'
import type { Bytes, RandomBytes } from '../bytes.ts'

/** Public test inputs: never use them to protect anything. */
export const VAULT_ID = 'AAECAwQFBgcICQoLDA0ODw'
const OWNER = '00000000-0000-4000-8000-000000000001'
export const ITEM = {
  id: '10000000-0000-4000-8000-000000000001',
  rev: 3,
  kind: 'claim',
  name: 'email',
  value: 'zoë@example.org',
  meta: { changed_at: '2026-01-02T03:04:05.000Z' },
}
/** Unsorted, as a server may send them. */
export const ITEM_LIST = {
  '30000000-0000-4000-8000-000000000001': { rev: 1, h: 'ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8' },
  [ITEM.id]: { rev: ITEM.rev, h: '4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8' },
}
export const HEAD_BODY = {
  owner: OWNER,
  gen: 2,
  anc: ['__79_Pv6-fj39vX08_Lx8O_u7ezr6uno5-bl5OPi4eA'],
  unlock: { '20000000-0000-4000-8000-000000000001': 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8' },
  min_suite: 1,
  rp_pins: {
    'app-1': {
      name: 'Zoë’s App',
      host: 'app.example',
      jkt: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
      since: '2026-01-01T00:00:00.000Z',
      used: '2026-01-02T03:04:05.000Z',
    },
  },
  wrote_at: '2026-01-02T03:04:05.000Z',
  device: 'Laptop',
  activity: {
    from: 1,
    seq: 3,
    h: 'ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8',
    past: [{ until: 2, key: 'QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl8' }],
  },
}
export const ACTIVITY: readonly ActivityEvent[] = [
  {
    type: 'released',
    at: '2026-01-02T03:04:05.000Z',
    device: 'Laptop',
    auth_request_id: '30000000-0000-4000-8000-000000000001',
    app: { client_id: 'app-1', name: 'Zoë’s App', host: 'app.example' },
    scopes: ['openid', 'email'],
    claims: ['email'],
    sealed: true,
    claims_sha256: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  },
  {
    type: 'not_released',
    at: '2026-01-02T03:04:06.000Z',
    device: 'Laptop',
    auth_request_id: '30000000-0000-4000-8000-000000000001',
  },
  { type: 'account_key_rotated', at: '2026-01-03T03:04:05.000Z', device: 'Phone' },
  {
    type: 'release_failed',
    at: '2026-01-03T03:04:06.000Z',
    device: 'Laptop',
    auth_request_id: '30000000-0000-4000-8000-000000000002',
  },
]
export const ACCOUNT_KEY = sequence(32, 0x40)
export const RECOVERY_KEY = sequence(20, 0xa0)
export const UNLOCK_METHODS = [
  { id: '20000000-0000-4000-8000-000000000001', method: { type: 'opaque', root: sequence(64, 0x10) } },
  {
    id: '20000000-0000-4000-8000-000000000002',
    method: { type: 'prf', root: sequence(32, 0x60), credentialId: 'EBESExQVFhcYGRobHB0eHw' },
  },
  { id: '20000000-0000-4000-8000-000000000003', method: { type: 'recovery', root: sequence(32, 0x80) } },
] as const

export function sequence(length: number, first: number): Bytes {
  return Uint8Array.from({ length }, (_, index) => (first + index) & 0xff)
}

/** Counts on from call to call, so that no two values are alike. */
export function countingBytes(first: number): RandomBytes {
  let next = first
  return (length) => {
    const bytes = sequence(length, next)
    next += length
    return bytes
  }
}
