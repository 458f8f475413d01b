import type { KeyObject } from 'node:crypto'
import { VerifyError } from '../verify-error.ts'
import { type NoteKey, openNote, signNote } from './signed-note.ts'

/** The signed head of a log (https://c2sp.org/tlog-checkpoint): the number of its entries, and a hash over them all. */
export type Checkpoint = { readonly size: number; readonly root: Buffer; readonly note: string }

/** No log of releases is empty, or too large to be read whole. */
const TEXT = /^(?<origin>.+)\n(?<size>[1-9]\d{0,4})\n(?<root>[A-Za-z\d+/]{43}=)\n$/u

/** @throws VerifyError, which names the source of the note */
export function readCheckpoint(note: Buffer, key: NoteKey, source: string): Checkpoint {
  const { origin, size, root = '' } = TEXT.exec(openNote(note, key, source))?.groups ?? {}
  if (origin !== key.name) throw new VerifyError(`${source} is no checkpoint of ${key.name}.`)
  return { size: Number(size), root: Buffer.from(root, 'base64'), note: note.toString() }
}

export function signCheckpoint(size: number, root: Buffer, key: NoteKey, privateKey: KeyObject): Buffer {
  return Buffer.from(signNote(`${key.name}\n${size}\n${root.toString('base64')}\n`, key, privateKey))
}
