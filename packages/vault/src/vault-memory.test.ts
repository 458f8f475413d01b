import { beforeAll, describe, expect, test } from 'vitest'
import { reopenVault } from './open-vault.ts'
import { missingHeads, proveContinuity } from './prove-continuity.ts'
import { EMAIL, open, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'

/** The honest history, and one that forked after the first state. Index 0 is generation 2. */
const honest: SampleVault[] = []
const parted: SampleVault[] = []

beforeAll(async () => {
  let ours = await vaultWith(EMAIL)
  let theirs = ours
  for (let index = 0; index < 40; index++) {
    honest.push(ours)
    parted.push(theirs)
    ours = await write(ours, {})
    theirs = await write(theirs, {})
  }
})

test('a device without memory opens any complete vault as `first_use`', async () => {
  expect((await open(honest[0]!.snapshot)).vault.continuity).toBe('first_use')
})

test.each([0, 1, 5, 31, 32])('a vault %d generations ahead continues the memory', async (distance) => {
  const { vault } = await open(honest[2 + distance]!.snapshot, { memory: honest[2]!.vault.memory })
  expect(vault.continuity).toBe('verified')
})

describe("a vault beyond its head's ancestors", () => {
  const openFar = async (from: readonly SampleVault[], memory = honest[2]!.vault.memory) =>
    (await open(from[37]!.snapshot, { memory })).vault
  const hashesOf = (samples: readonly SampleVault[], end = 37) =>
    samples.slice(2, end).map(({ vault }) => vault.memory.hash)

  test('opens as unproven', async () => {
    const vault = await openFar(honest)
    expect(vault.continuity).toBe('unproven')
    expect(missingHeads(vault)).toEqual({ from: 4, count: 35 })
  })

  test('is proven by the head hashes in between', async () => {
    const vault = await proveContinuity(await openFar(honest), hashesOf(honest))
    expect(vault).toMatchObject({ continuity: 'verified', memory: honest[37]!.vault.memory })
    expect(vault.memory).toEqual(honest[37]!.vault.memory)
    expect(missingHeads(vault)).toBeUndefined()
  })

  test('stays unproven through writes and openings until proven', async () => {
    const first = await openFar(honest)
    const again = await open(honest[37]!.snapshot, { memory: JSON.parse(JSON.stringify(first.memory)) })
    expect(again.vault.continuity).toBe('unproven')
    const written = await write({ ...honest[37]!, vault: again.vault }, {})
    const later = await reopenVault(written.vault, (await write(written, {})).snapshot)
    expect([written.vault.continuity, later.continuity]).toEqual(['unproven', 'unproven'])
    const proof = [...hashesOf(honest, 38), written.vault.memory.hash]
    expect((await proveContinuity(later, proof)).continuity).toBe('verified')
  })

  test.each([
    ['none', () => []],
    ['too few', () => hashesOf(honest).slice(0, -1)],
    ['too many', () => hashesOf(honest, 38)],
  ])('stays unproven with %s of the hashes', async (_, hashes) => {
    expect((await proveContinuity(await openFar(honest), hashes())).continuity).toBe('unproven')
  })

  test.each<[string, () => readonly unknown[], string]>([
    ['of the honest history', () => hashesOf(honest), 'fork'],
    ['of its own', () => hashesOf(parted), 'fork'],
    ['of its own after the remembered one', () => [honest[2]!.vault.memory.hash, ...hashesOf(parted).slice(1)], 'fork'],
    ['malformed', () => hashesOf(honest).map(() => 'x'), 'malformed'],
  ])('is refused when it has another past, with the hashes %s', async (_, hashes, code) => {
    const vault = await openFar(parted)
    await expect(proveContinuity(vault, hashes())).rejects.toMatchObject({ code })
  })

  test('is refused if it forked at the remembered head', async () => {
    const vault = await openFar(parted, honest[1]!.vault.memory)
    const hashes = parted.slice(1, 37).map(({ vault: { memory } }) => memory.hash)
    await expect(proveContinuity(vault, hashes)).rejects.toMatchObject({ code: 'fork' })
  })

  test('names the expected and the received head in the refusal', async () => {
    const refusal = proveContinuity(await openFar(parted), hashesOf(honest))
    const { hash, wrote_at: wroteAt } = honest[2]!.vault.memory
    await expect(refusal).rejects.toMatchObject({
      detail: { expected: { gen: 4, hash, wroteAt }, found: { gen: 39, hash: parted[37]!.vault.memory.hash } },
    })
  })
})

test('an older vault is a rollback that names both states', async () => {
  const [found, seen] = [honest[4]!.vault.memory, honest[5]!.vault.memory]
  await expect(open(honest[4]!.snapshot, { memory: seen })).rejects.toMatchObject({
    code: 'rollback',
    detail: {
      expected: { gen: 7, hash: seen.hash, wroteAt: seen.wrote_at },
      found: { gen: 6, hash: found.hash, wroteAt: found.wrote_at, device: 'Laptop' },
    },
  })
})

test('another vault of the same generation is a fork', async () => {
  await expect(open(parted[5]!.snapshot, { memory: honest[5]!.vault.memory })).rejects.toMatchObject({ code: 'fork' })
})

test.each([1, 10, 30])('a fork hidden behind %d later generations is found', async (distance) => {
  await expect(open(parted[5 + distance]!.snapshot, { memory: honest[5]!.vault.memory })).rejects.toMatchObject({
    code: 'fork',
  })
})

test('another vault than the remembered one is a fork', async () => {
  const { memory } = (await vaultWith(EMAIL)).vault
  for (const gen of [1, 2, 99]) {
    await expect(open(honest[0]!.snapshot, { memory: { ...memory, gen } })).rejects.toMatchObject({ code: 'fork' })
  }
})
