import { randomInt } from 'node:crypto'
import { keyedDigest } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/user-code'
/** No vowels, so no words, and no letters like digits (RFC 8628 §6.1): 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('')
}

export function showUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** Ignores case, separators and the long-vowel mark of Japanese keyboards; undefined for an impossible code. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]|ー/gu, '')
    .toUpperCase()
  return CODE.test(letters) ? letters : undefined
}

/** Keyed: 34 bits could be brute-forced from a plain hash. */
export function digestUserCode(code: string, secret: string): Buffer {
  return keyedDigest(code, { secret, label: LABEL })
}
