import { beforeAll, expect, test } from 'vitest'
import { sealBytes } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import { randomBytes } from './bytes.ts'
import { openHead, readHead } from './head.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'
import { encodePaddedJson } from './padded-json.ts'
import { EMAIL, type SampleVault, vaultWith } from './testing/sample-vault.ts'

let sample: SampleVault

beforeAll(async () => {
  sample = await vaultWith(EMAIL)
})

/** Opens a head of generation 2 that a device of the owner sealed, whatever it wrote into it. */
async function openAuthentic(changes: object) {
  const { vaultId, internal } = sample.vault
  const aad = lp(LABEL.head, 1, fromBase64url(vaultId), 2, 1)
  const plaintext = encodePaddedJson({ sv: 1, ...internal.body, ...changes })
  const sealed = await sealBytes(internal.keys.head, plaintext, { aad, random: randomBytes })
  return openHead(readHead({ v: 1, s: 1, gen: 2, ak_gen: 1, ...sealed }), { vaultId, key: internal.keys.head })
}

test('a head opens as it was written', async () => {
  await expect(openAuthentic({})).resolves.toEqual(sample.vault.internal.body)
})

test.each<[string, object, string]>([
  ['asks for a newer suite than this one', { min_suite: 2 }, 'unsupported'],
  ['asks for no suite', { min_suite: 0 }, 'malformed'],
  ['has a newer content', { sv: 2 }, 'unsupported'],
  ['has a field that is not known', { extra: 1 }, 'malformed'],
  ['names another generation inside than outside', { gen: 3, anc: ['A'.repeat(43), 'A'.repeat(43)] }, 'tampered'],
  ['forgot its ancestors', { anc: [] }, 'malformed'],
  ['invented an ancestor', { anc: ['A'.repeat(43), 'A'.repeat(43)] }, 'malformed'],
  ['lists an item without a hash', { items: { [EMAIL.id]: { rev: 1 } } }, 'malformed'],
  ['lists an item without a UUID', { items: { email: { rev: 1, h: 'A'.repeat(43) } } }, 'malformed'],
  ['has a time in another form', { wrote_at: '2026-01-02' }, 'malformed'],
  ['has no time', { wrote_at: 'yesterday' }, 'malformed'],
])('an authentic head that %s is refused', async (_, changes, code) => {
  await expect(openAuthentic(changes)).rejects.toMatchObject({ code })
})
