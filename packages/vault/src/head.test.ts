import { beforeAll, expect, test } from 'vitest'
import { sealBytes } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import { randomBytes } from './bytes.ts'
import { openHead } from './head.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'
import { encodePaddedJson } from './padding.ts'
import { VAULT_HEAD } from './records.ts'
import { EMAIL, type SampleVault, vaultWith } from './testing/sample-vault.ts'

let sample: SampleVault

beforeAll(async () => {
  sample = await vaultWith(EMAIL)
})

/** Opens a head of generation 2 that the owner's device sealed, with any content. */
async function openAuthentic(changes: object) {
  const { vaultId, internal } = sample.vault
  const aad = lp(LABEL.head, 1, fromBase64url(vaultId), 2, 1)
  const plaintext = encodePaddedJson({ sv: 3, ...internal.body, ...changes })
  const sealed = await sealBytes(internal.keys.head, plaintext, { aad, random: randomBytes })
  return openHead(VAULT_HEAD.read({ v: 1, s: 1, gen: 2, ak_gen: 1, ...sealed }), { vaultId, key: internal.keys.head })
}

test('a head is read back unchanged', async () => {
  await expect(openAuthentic({})).resolves.toEqual(sample.vault.internal.body)
})

test.each<[string, object, string]>([
  ['asks for a newer suite than this one', { min_suite: 2 }, 'unsupported'],
  ['asks for no suite', { min_suite: 0 }, 'malformed'],
  ['has a newer content', { sv: 4 }, 'unsupported'],
  ['has an older content', { sv: 2 }, 'unsupported'],
  ['has a field that is not known', { extra: 1 }, 'malformed'],
  ['names another generation inside than outside', { gen: 3, anc: ['A'.repeat(43), 'A'.repeat(43)] }, 'tampered'],
  ['forgot its ancestors', { anc: [] }, 'malformed'],
  ['invented an ancestor', { anc: ['A'.repeat(43), 'A'.repeat(43)] }, 'malformed'],
  ['has items without a hash', { items: { count: 1 } }, 'malformed'],
  ['has a negative number of items', { items: { count: -1, h: 'A'.repeat(43) } }, 'malformed'],
  ['begins its past after the first head', { past: { from: 2, h: 'A'.repeat(43) } }, 'malformed'],
  ['begins its past nowhere', { past: { from: 0, h: 'A'.repeat(43) } }, 'malformed'],
  ['has a time in another form', { wrote_at: '2026-01-02' }, 'malformed'],
  ['has no time', { wrote_at: 'yesterday' }, 'malformed'],
  ['knows an app as text', { rp_pins: { app: 'thumbprint' } }, 'malformed'],
  [
    'knows an app without its name',
    { rp_pins: { app: { host: '', jkt: '', since: '2026-01-02T03:04:05.000Z' } } },
    'malformed',
  ],
  [
    'knows an app since a time in another form',
    { rp_pins: { app: { name: '', host: '', jkt: '', since: '2026-01-02T03:04:05.000Z', used: 'yesterday' } } },
    'malformed',
  ],
])('an authentic head that %s is refused', async (_, changes, code) => {
  await expect(openAuthentic(changes)).rejects.toMatchObject({ code })
})

const HASH = 'A'.repeat(43)
const past = (...ends: number[]) => ends.map((until) => ({ until, key: HASH }))

test.each<[string, object]>([
  ['has entries without a hash', { from: 1, seq: 1, h: '', past: [] }],
  ['has a hash without entries', { from: 1, seq: 0, h: HASH, past: [] }],
  ['has a negative number of entries', { from: 1, seq: -1, h: HASH, past: [] }],
  ['has a past key for entries that are not there yet', { from: 1, seq: 1, h: HASH, past: past(2) }],
  ['has two past keys for one entry', { from: 1, seq: 3, h: HASH, past: past(2, 2) }],
  ['has past keys in the wrong order', { from: 1, seq: 3, h: HASH, past: past(2, 1) }],
  ['has a past key for no entry', { from: 1, seq: 0, h: '', past: [{ until: 0, key: HASH }] }],
  ['has a past key of another length', { from: 1, seq: 3, h: HASH, past: [{ until: 1, key: 'AAAA' }] }],
  ['begins nowhere', { from: 0, seq: 3, h: HASH, past: [] }],
  ['begins after its end', { from: 5, seq: 3, h: HASH, past: [] }],
  ['has a past key for what came before it', { from: 3, seq: 3, h: HASH, past: past(2) }],
  ['has no beginning', { seq: 3, h: HASH, past: [] }],
])('an authentic head whose log %s is refused', async (_, activity) => {
  await expect(openAuthentic({ activity })).rejects.toMatchObject({ code: 'malformed' })
})

test('an authentic head whose log has lost its oldest entries and their keys opens', async () => {
  const activity = { from: 3, seq: 4, h: HASH, past: past(3, 4) }
  expect((await openAuthentic({ activity })).activity).toEqual(activity)
})
