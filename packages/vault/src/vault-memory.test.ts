import { beforeAll, expect, test } from 'vitest'
import { openVault } from './open-vault.ts'
import { EMAIL, OWNER, PASSWORD, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'
import { readVaultMemory, type VaultMemory } from './vault-memory.ts'

/** The honest history, and one that parted from it at the same generation. Index 0 is generation 2. */
const honest: SampleVault[] = []
const parted: SampleVault[] = []

beforeAll(async () => {
  let ours = await vaultWith(EMAIL)
  let theirs = ours
  for (let index = 0; index < 36; index++) {
    honest.push(ours)
    parted.push(theirs)
    ours = await write(ours, {})
    theirs = await write(theirs, {})
  }
})

function open({ snapshot }: SampleVault, memory?: VaultMemory) {
  return openVault({ snapshot, userId: OWNER, method: PASSWORD, memory })
}

test('a device without memory opens whatever is whole, and says that it could not compare', async () => {
  expect((await open(honest[0]!)).vault.continuity).toBe('first_use')
})

test.each([0, 1, 5, 31, 32])('a vault %d generations further continues what was seen', async (distance) => {
  const { vault } = await open(honest[2 + distance]!, honest[2]!.vault.memory)
  expect(vault.continuity).toBe('verified')
})

test('a vault further away than the head remembers is opened, and marked', async () => {
  const { vault } = await open(honest[35]!, honest[2]!.vault.memory)
  expect(vault.continuity).toBe('beyond_memory')
})

test('an older vault is a rollback', async () => {
  await expect(open(honest[4]!, honest[5]!.vault.memory)).rejects.toMatchObject({ code: 'rollback' })
})

test('another vault of the same generation is a fork', async () => {
  await expect(open(parted[5]!, honest[5]!.vault.memory)).rejects.toMatchObject({ code: 'fork' })
})

test.each([1, 10, 30])('a fork hidden behind %d later generations is found', async (distance) => {
  await expect(open(parted[5 + distance]!, honest[5]!.vault.memory)).rejects.toMatchObject({ code: 'fork' })
})

test('another vault than the remembered one is a fork', async () => {
  const other = await vaultWith(EMAIL)
  await expect(open(honest[0]!, other.vault.memory)).rejects.toMatchObject({ code: 'fork' })
})

test('a memory survives storage, and a damaged one is not taken for none', () => {
  const { memory } = honest[0]!.vault
  expect(readVaultMemory(JSON.parse(JSON.stringify(memory)))).toEqual(memory)
  expect(() => readVaultMemory({ ...memory, gen: 0 })).toThrow(expect.objectContaining({ code: 'malformed' }))
})
