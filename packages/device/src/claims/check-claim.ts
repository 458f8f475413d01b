import { findOwn } from '../device-storage.ts'
import { ClientError } from '../failure.ts'
import type { ClaimValues } from './claim-items.ts'
import { findPhoneNumber } from './phone-number.ts'

export type ClaimProblem = 'email' | 'phone' | 'date' | 'futureDate' | 'language' | 'picture' | 'tooLong'

export type CheckedClaim = { readonly value: string; readonly problem?: undefined } | { readonly problem: ClaimProblem }

type CheckOptions = {
  readonly now: Date
  readonly country?: string | undefined
}

type Check = (text: string, options: CheckOptions) => CheckedClaim | Promise<CheckedClaim>

const CHECKS: Readonly<Record<string, Check>> = {
  email: checkEmail,
  phone: checkPhone,
  birthdate: checkBirthdate,
  locale: checkLocale,
  picture: checkPicture,
  address: checkAddress,
}

/** Core's limit, in bytes of UTF-8. */
export const MAX_VALUE_BYTES = 4096

/** Validates and normalises: phone numbers to E.164, languages to BCP 47. Other claims take any text. Idempotent. */
export async function checkClaim(claim: string, value: string, options: CheckOptions): Promise<CheckedClaim> {
  const text = value.trim()
  if (new TextEncoder().encode(text).length > MAX_VALUE_BYTES) return { problem: 'tooLong' }
  const check = findOwn(CHECKS, claim)
  return text === '' || check === undefined ? { value } : check(text, options)
}

/** @throws ClientError `malformed_claim` */
export async function normaliseClaims(claims: ClaimValues, now: Date): Promise<ClaimValues> {
  const normalised = await Promise.all(
    Object.entries(claims).map(async ([claim, value]): Promise<[string, string]> => {
      const checked = await checkClaim(claim, value, { now })
      if (checked.problem !== undefined) throw new ClientError({ code: 'malformed_claim' })
      return [claim, checked.value]
    }),
  )
  return Object.fromEntries(normalised)
}

/** One `@`, then a host name of two or more labels, in any script (RFC 6531). */
const EMAIL =
  /^[^\s@"(),:;<>[\]\\]{1,64}@((?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63})$/u
const EMAIL_LENGTH = 254

function checkEmail(text: string): CheckedClaim {
  const [, host] = EMAIL.exec(text) ?? []
  if (host === undefined || text.length > EMAIL_LENGTH || /\.\d+$/u.test(host)) return { problem: 'email' }
  const [local = ''] = text.split('@')
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return { problem: 'email' }
  // Hosts are case-insensitive, local parts are not (RFC 5321 §2.4).
  return { value: `${local}@${host.toLowerCase()}` }
}

async function checkPhone(text: string, { country }: CheckOptions): Promise<CheckedClaim> {
  const phone = await findPhoneNumber(text, country)
  return phone ? { value: phone.e164 } : { problem: 'phone' }
}

/** A day, a year, or a day without its year (`0000`): OpenID Connect Core §5.1. */
const BIRTHDATE = /^(\d{4})(?:-(\d{2})-(\d{2}))?$/
/** For a day without its year. */
const SOME_LEAP_YEAR = '2000'
const HOURS_AHEAD_OF_UTC = 14

function checkBirthdate(text: string, { now }: CheckOptions): CheckedClaim {
  const [, year = '', month = '01', day = '01'] = BIRTHDATE.exec(text) ?? []
  const moment = new Date(`${year === '0000' ? SOME_LEAP_YEAR : year}-${month}-${day}T00:00:00Z`)
  // `2023-02-30` parses as a day in March.
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().slice(5, 10) === `${month}-${day}`
  if (!isDay || text === '0000') return { problem: 'date' }
  const latest = now.getTime() + HOURS_AHEAD_OF_UTC * 3_600_000
  return year !== '0000' && moment.getTime() > latest ? { problem: 'futureDate' } : { value: text }
}

function checkLocale(text: string): CheckedClaim {
  try {
    // `en_US` is common (OpenID Connect Core §5.1).
    const locale = new Intl.Locale(text.replaceAll('_', '-'))
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    // "German" has the syntax of a tag but is not a language.
    const isKnown = locale.language !== 'und' && names.of(locale.language) !== undefined
    return isKnown ? { value: locale.toString() } : { problem: 'language' }
  } catch {
    return { problem: 'language' }
  }
}

/** Not SVG, which is a document. */
const PICTURE_DATA = /^data:image\/(?:jpeg|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/

function checkPicture(text: string): CheckedClaim {
  if (PICTURE_DATA.test(text)) return { value: text }
  if (!URL.canParse(text)) return { problem: 'picture' }
  const { protocol, username, password, href } = new URL(text)
  const isAddress = protocol === 'https:' && username === '' && password === '' && !/\s/.test(text)
  return isAddress ? { value: href } : { problem: 'picture' }
}

function checkAddress(text: string): CheckedClaim {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim().replaceAll(/[^\S\n]+/g, ' '))
  return { value: lines.join('\n').replaceAll(/\n{3,}/g, '\n\n') }
}
