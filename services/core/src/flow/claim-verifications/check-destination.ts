import type { VerifiableClaim } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

/**
 * A mailbox as nearly everybody writes theirs (a subset of RFC 5321 §4.1.2), at a host of labels. Quoted names are left out:
 * parsers do not agree on where such an address ends. So are `%` and `!`, by which some servers pass mail on to elsewhere,
 * and a hyphen in front, which a program that hands mail over may take for an option.
 */
const EMAIL =
  /^(?!-)[A-Za-z0-9.#$&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/
/** E.164, and nothing between the digits: an attestation is of what is written, and two may read a slash in two ways. */
const PHONE = /^\+[1-9]\d{6,14}$/
const MAXIMUM_EMAIL_LENGTH = 254
const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * Where a code is sent to.
 * @throws `invalid_claims` for what is no address, or no number
 */
export function destinationOf(claim: VerifiableClaim, value: string): string {
  if (claim === 'email' ? isEmail(value) : PHONE.test(value)) return value
  throw new ServiceError('invalid_claims', `This is no ${claim === 'email' ? 'e-mail address' : 'phone number'}.`)
}

/**
 * What the limit of a destination is counted under: the same for all spellings of one mailbox, so that
 * capitals, words behind a plus and the dots that Gmail ignores open no way around it.
 */
export function mailboxOf(destination: string): string {
  const [name = '', domain = ''] = destination.toLowerCase().split('@')
  const [mailbox = ''] = name.split('+', 1)
  if (domain === '') return destination
  return GMAIL.includes(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}

function isEmail(value: string): boolean {
  return value.length <= MAXIMUM_EMAIL_LENGTH && EMAIL.test(value) && !/^\.|\.@|\.\./.test(value)
}
