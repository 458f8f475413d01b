import { hash, type KeyObject, sign, verify } from 'node:crypto'
import { exportEd25519Key, importEd25519Key } from '../minisign.ts'
import { VerifyError } from '../verify-error.ts'

/** A key of signed notes (https://c2sp.org/signed-note). `text` is what is published of it: `<name>+<id>+<key>`. */
export type NoteKey = {
  readonly name: string
  readonly id: Buffer
  readonly publicKey: KeyObject
  readonly text: string
}

const ED25519 = Buffer.of(1)
const ID_BYTES = 4
const KEY = /^(?<name>[^\s+]+)\+[\da-f]{8}\+(?<bytes>[A-Za-z\d+/]{44})$/u
const SIGNATURE = /^— (?<name>[^\s+]+) (?<signature>[A-Za-z\d+/]+=*)$/u
const CONTROL_CHARACTER = /[^\P{Cc}\n]/u

/** @throws VerifyError */
export function readNoteKey(text: string): NoteKey {
  const { name, bytes } = KEY.exec(text)?.groups ?? {}
  const key = name && bytes && noteKeyOf(name, importEd25519Key(Buffer.from(bytes, 'base64').subarray(ED25519.length)))
  if (key && key.text === text) return key
  throw new VerifyError('This is no key of a log: name+id+key, like example.com/log+c74f20a3+ARpc…')
}

export function noteKeyOf(name: string, publicKey: KeyObject): NoteKey {
  const bytes = Buffer.concat([ED25519, exportEd25519Key(publicKey)])
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), bytes]), 'buffer').subarray(0, ID_BYTES)
  return { name, id, publicKey, text: `${name}+${id.toString('hex')}+${bytes.toString('base64')}` }
}

/** Signs a text that ends with a newline. */
export function signNote(text: string, { name, id }: NoteKey, privateKey: KeyObject): string {
  const signature = Buffer.concat([id, sign(undefined, Buffer.from(text), privateKey)])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}

/**
 * Reads the text of a note that the key signed. Signatures of other keys, such as a witness's, are ignored.
 * @throws VerifyError, which names the source of the note
 */
export function openNote(note: Buffer, key: NoteKey, source: string): string {
  const { text, signatures } = splitNote(note, source)
  const own = signatures.filter(({ name, bytes }) => name === key.name && bytes.subarray(0, ID_BYTES).equals(key.id))
  if (own.length === 0) throw new VerifyError(`${source} is not signed with the key ${key.text}.`)
  if (own.every(({ bytes }) => verify(undefined, Buffer.from(text), key.publicKey, bytes.subarray(ID_BYTES))))
    return text
  throw new VerifyError(`${source} was changed after it was signed.`)
}

function splitNote(note: Buffer, source: string) {
  const whole = note.toString()
  const end = whole.lastIndexOf('\n\n') + 1
  const lines = whole.slice(end + 1).split('\n')
  const signatures = lines.slice(0, -1).map((line) => {
    const { name = '', signature = '' } = SIGNATURE.exec(line)?.groups ?? {}
    return { name, bytes: Buffer.from(signature, 'base64') }
  })
  const isText = Buffer.from(whole).equals(note) && !CONTROL_CHARACTER.test(whole)
  const isNote = isText && end > 0 && lines.at(-1) === '' && signatures.every(({ name }) => name !== '')
  if (!isNote) throw new VerifyError(`${source} is no signed note.`)
  return { text: whole.slice(0, end), signatures }
}
