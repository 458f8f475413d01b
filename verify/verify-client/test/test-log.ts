import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { signCheckpoint } from '../src/log/checkpoint.ts'
import { hashLeaf, rootOf } from '../src/log/merkle-tree.ts'
import { noteKeyOf } from '../src/log/signed-note.ts'
import { tilesOf } from '../src/log/tiles.ts'

/** A log that signs any history, by path of its files. */
export function newTestLog(origin = 'log.example/releases') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = noteKeyOf(origin, publicKey)
  const publish = (lines: readonly string[]): Map<string, Buffer> => {
    const entries = lines.map((line) => Buffer.from(line))
    const note = signCheckpoint(entries.length, rootOf(entries.map(hashLeaf)), key, privateKey)
    return new Map([...tilesOf(entries), ['checkpoint', note]])
  }
  return { key, privateKey, publish }
}

export function writeLog(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [path, file] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), file)
  }
}
