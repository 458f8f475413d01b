import { createPrivateKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newTestLog } from '../../test/test-log.ts'
import { readCheckpoint } from './checkpoint.ts'
import { noteKeyOf, openNote, readNoteKey, signNote } from './signed-note.ts'

/** The key and the note in the documentation of golang.org/x/mod/sumdb/note. */
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PRIVATE_KEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const NOTE = `${TEXT}\n${SIGNATURE}`
const WITNESS =
  '— witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n'

const open = (note: string | Buffer) => openNote(Buffer.from(note), readNoteKey(KEY), 'The note')

describe('a signed note', () => {
  test("of Go's documentation is opened with its key, and signed as there", () => {
    const seed = Buffer.from(PRIVATE_KEY.slice('PRIVATE+KEY+PeterNeumann+c74f20a3+'.length), 'base64').subarray(1)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    expect(open(NOTE)).toBe(TEXT)
    expect(signNote(TEXT, readNoteKey(KEY), createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))).toBe(NOTE)
  })

  test('may bear signatures of witnesses too, before and after its own', () => {
    expect(open(`${TEXT}\n${WITNESS}${SIGNATURE}${WITNESS}`)).toBe(TEXT)
  })

  test.each([
    ['whose text was changed', NOTE.replace('answer', 'problem'), 'was changed'],
    ['with a bit of the signature flipped', NOTE.replace('ZJkuBS', 'ZJkuBT'), 'was changed'],
    ['with a second signature that does not fit', NOTE + SIGNATURE.replace('ZJkuBS', 'ZJkuBT'), 'was changed'],
    ['of a namesake with another key', NOTE.replace('x08g', 'x08h'), 'is not signed'],
    ['of the right key under another name', NOTE.replace('— Peter', '— John'), 'is not signed'],
    ['of a witness alone', `${TEXT}\n${WITNESS}`, 'is not signed'],
    ['without a signature', `${TEXT}\n`, 'is not signed'],
    ['whose last line is cut off', NOTE.trimEnd(), 'is no signed note'],
    ['with a line that is no signature', `${NOTE}x\n`, 'is no signed note'],
    ['that would steer a terminal', `\u001b[2J${NOTE}`, 'is no signed note'],
    ['that is not UTF-8', Buffer.concat([Buffer.of(0xff), Buffer.from(NOTE)]), 'is no signed note'],
    ['that is empty', '', 'is no signed note'],
  ])('%s is refused', (_case, note, complaint) => {
    expect(() => open(note)).toThrow(complaint)
  })

  test.each([
    ['nothing', ''],
    ['the key alone', 'ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['another number', KEY.replace('c74f20a3', 'c74f20a4')],
    ['another name', KEY.replace('Peter', 'John')],
    ['another kind', KEY.replace('ARpc', 'BBpc')],
    ['a key that is cut off', KEY.slice(0, -4)],
    ['a space in its name', KEY.replace('rN', 'r N')],
  ])('is not opened with a key that has %s', (_case, key) => {
    expect(() => readNoteKey(key)).toThrow('This is no key of a log')
  })
})

describe('a checkpoint', () => {
  const { key, privateKey } = newTestLog('log.example')
  const root = Buffer.alloc(32).toString('base64')
  const read = (text: string) => readCheckpoint(Buffer.from(signNote(text, key, privateKey)), key, 'It')

  test('says how many entries the log has, and their hash', () => {
    expect(read(`log.example\n17\n${root}\n`)).toMatchObject({ size: 17, root: Buffer.alloc(32) })
  })

  test.each([
    ['another log', `other.example\n17\n${root}\n`],
    ['no entries', `log.example\n0\n${root}\n`],
    ['a number with zeros before it', `log.example\n017\n${root}\n`],
    ['more entries than can be read', `log.example\n100000\n${root}\n`],
    ['a short hash', 'log.example\n17\nAAAA\n'],
    ['lines that no monitor reads', `log.example\n17\n${root}\nmore\n`],
  ])('of %s is refused, though it is signed', (_case, text) => {
    expect(() => read(text)).toThrow('It is no checkpoint of log.example')
  })

  test('of another log that has the same key is refused', () => {
    const other = noteKeyOf('other.example', key.publicKey)
    expect(() =>
      readCheckpoint(Buffer.from(signNote(`log.example\n1\n${root}\n`, key, privateKey)), other, 'It'),
    ).toThrow('is not signed')
  })
})
