import type { VerifiableClaim } from '@countersign/contracts'
import { ServiceError } from '@countersign/service'

/**
 * A mailbox as nearly everybody writes theirs (a subset of RFC 5321 §4.1.2). Quoted names are left out: parsers do not
 * agree on where such an address ends.
 */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])$/
/** E.164, perhaps with the signs that people write between digits. */
const PHONE = /^\+[1-9][0-9 ()./-]{5,25}$/
const MAXIMUM_EMAIL_LENGTH = 254

/**
 * Where a code is sent to.
 * @throws `invalid_claims` for what is no address, or no number
 */
export function destinationOf(claim: VerifiableClaim, value: string): string {
  const destination = claim === 'email' ? emailOf(value) : phoneOf(value)
  if (destination !== undefined) return destination
  throw new ServiceError('invalid_claims', `This is no ${claim === 'email' ? 'e-mail address' : 'phone number'}.`)
}

/**
 * What the limit of a destination is counted under: the same for all spellings of one mailbox, so that dots in capitals or
 * words behind a plus open no way around it.
 */
export function mailboxOf(destination: string): string {
  const [name = '', domain = ''] = destination.toLowerCase().split('@')
  return domain === '' ? destination : `${name.split('+', 1)[0]}@${domain}`
}

function emailOf(value: string): string | undefined {
  const isAddress = value.length <= MAXIMUM_EMAIL_LENGTH && EMAIL.test(value) && !value.includes('..')
  return isAddress && !/^\.|\.@|@[^.]*$/.test(value) ? value : undefined
}

function phoneOf(value: string): string | undefined {
  const digits = value.replaceAll(/[^0-9]/g, '')
  return PHONE.test(value) && digits.length >= 7 && digits.length <= 15 ? `+${digits}` : undefined
}
