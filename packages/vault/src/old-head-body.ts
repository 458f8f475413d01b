import { EMPTY_CHAIN, readActivityChainV2 } from './activity-chain.ts'
import { beginChain, extendChain } from './head-chain.ts'
import { COMMON_HEAD_FIELDS, HEAD_WHAT, readCommonFields, readHash, readMapById } from './head-fields.ts'
import { digestItems, type ListedItem } from './item-list.ts'
import { type Fields, readCount, readExactFields } from './parse.ts'
import { readPinsV1, readPinsV2 } from './rp-pins.ts'

const FIELDS_V1 = [...COMMON_HEAD_FIELDS, 'items', 'rp_pins'] as const
const FIELDS_V2 = [...FIELDS_V1, 'activity'] as const

/**
 * Reads a head of version 1 or 2 as what its next write makes of it: they listed the items one by one, and knew no
 * further back than their ancestors. Version 1 knew no activity.
 * @throws VaultError `unsupported`, `malformed`, `too_large`
 */
export async function readOldHeadBody(decoded: Fields, version: 1 | 2, vaultId: string) {
  if (version === 1) {
    const fields = readExactFields(decoded, FIELDS_V1, HEAD_WHAT)
    const common = await readAllButPins(fields, vaultId)
    return { ...common, rp_pins: readPinsV1(fields.rp_pins, common.wrote_at), activity: EMPTY_CHAIN }
  }
  const fields = readExactFields(decoded, FIELDS_V2, HEAD_WHAT)
  const common = await readAllButPins(fields, vaultId)
  return { ...common, rp_pins: readPinsV2(fields.rp_pins), activity: readActivityChainV2(fields.activity) }
}

async function readAllButPins(fields: Fields<(typeof FIELDS_V1)[number]>, vaultId: string) {
  const common = readCommonFields(fields)
  const { gen, anc } = common
  return {
    ...common,
    past: await extendChain(await beginChain(vaultId, gen - anc.length), anc.toReversed()),
    items: await digestItems(vaultId, readMapById(fields.items, readListedItem)),
  }
}

function readListedItem(value: unknown): Pick<ListedItem, 'rev' | 'h'> {
  const { rev, h } = readExactFields(value, ['rev', 'h'], HEAD_WHAT)
  return { rev: readCount(rev, HEAD_WHAT), h: readHash(h) }
}
