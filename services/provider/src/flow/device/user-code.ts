import { randomInt } from 'node:crypto'
import { keyedDigest } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/user-code'
/** No vowels, so that it spells no word, and nothing that is taken for a digit (RFC 8628 §6.1): 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** A new code, as it is kept: without its hyphen. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

/** As it is shown: in two groups. */
export function showUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** The code that somebody typed, in whatever case and with whatever stands between the letters (the long-vowel mark of Japanese keyboards too); nothing if it can be none. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]|ー/gu, '')
    .toUpperCase()
  return CODE.test(letters) ? letters : undefined
}

/** What is stored of it: with 34 bits a plain hash would tell it to whoever tries them all. */
export function digestUserCode(code: string, secret: string): Buffer {
  return keyedDigest(code, { secret, label: LABEL })
}
