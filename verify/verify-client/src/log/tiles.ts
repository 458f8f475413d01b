import { VerifyError } from '../verify-error.ts'
import { hashLeaf, rootOf } from './merkle-tree.ts'

/** https://c2sp.org/tlog-tiles: the static files of a log. */
const TILE_WIDTH = 256
const LENGTH_BYTES = 2

/** Makes all files of a log but its checkpoint, by path. The hashes are for other clients: ours reads the entries. */
export function tilesOf(entries: readonly Buffer[]): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  const add = (level: number | 'entries', items: readonly Buffer[]) =>
    chunksOf(items).forEach((tile, index) => files.set(pathOf(level, index, tile.length), Buffer.concat(tile)))
  add('entries', entries.map(withLength))
  let hashes = entries.map(hashLeaf)
  for (let level = 0; hashes.length > 0; level += 1) {
    add(level, hashes)
    const whole = chunksOf(hashes).filter((tile) => tile.length === TILE_WIDTH)
    hashes = whole.map(rootOf)
  }
  return files
}

/** The files that hold the first `size` entries, in order. */
export function bundlesOf(size: number): readonly { readonly path: string; readonly width: number }[] {
  const widths = chunksOf(Array.from({ length: size })).map(({ length }) => length)
  return widths.map((width, index) => ({ path: pathOf('entries', index, width), width }))
}

/** @throws VerifyError unless the bundle has exactly `width` entries */
export function readBundle(bundle: Buffer, width: number): readonly Buffer[] {
  const entries: Buffer[] = []
  let at = 0
  while (at + LENGTH_BYTES <= bundle.length) {
    const start = at + LENGTH_BYTES
    at = start + bundle.readUInt16BE(at)
    entries.push(bundle.subarray(start, at))
  }
  if (at === bundle.length && entries.length === width) return entries
  throw new VerifyError('A file of the log was cut off, or has more entries than its name says.')
}

/** Three digits name each tile of the largest log that a checkpoint may describe. */
function pathOf(level: number | 'entries', index: number, width: number): string {
  return `tile/${level}/${String(index).padStart(3, '0')}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const starts = Array.from({ length: Math.ceil(items.length / TILE_WIDTH) }, (_, index) => index * TILE_WIDTH)
  return starts.map((start) => items.slice(start, start + TILE_WIDTH))
}

function withLength(entry: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(entry.length)
  return Buffer.concat([length, entry])
}
