/** Hides, imitates or reorders text (UAX #9 §2, UTS #39 §3.1). Scripts need joiners, emoji variation selectors. */
const UNSEEN = '(?![\\p{Join_C}\\p{VS}])[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u2800\\uFFF9-\\uFFFC\\p{DI}]'

const VISIBLE = `(?:(?!${UNSEEN})[\\s\\S])*$`

/** One line of text that one party writes and another reads, on a page, in mail or in a terminal. */
export const VISIBLE_LINE = `^${VISIBLE}`

export function isVisible(text: string): boolean {
  return !new RegExp(UNSEEN, 'u').test(text)
}

/** For text from a party that may not have checked it. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(new RegExp(UNSEEN, 'gu'), '')
}

export const REASON_LENGTHS = { minLength: 3, maxLength: 500 } as const

/** An operator's words on an act. No address: mail programs make it a link, which looks like the service's own. */
export const REASON = `^(?![\\s\\S]*(?:://|[wW]{3}\\.))${VISIBLE}`

export function isReason(text: string): boolean {
  const { minLength, maxLength } = REASON_LENGTHS
  return text.length >= minLength && text.length <= maxLength && new RegExp(REASON, 'u').test(text)
}

/** Longest texts of an app. */
export const CLIENT_TEXT_LENGTHS = { name: 80, description: 300, reason: 300 } as const
