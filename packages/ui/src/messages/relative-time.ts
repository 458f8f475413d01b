import { useMemo } from 'preact/hooks'
import { formatOf } from './format.ts'
import type { Language } from './languages.ts'
import { useLanguage } from './texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Times as people say them, in the reader's time zone. @param now milliseconds */
export function relativeTimeOf(language: Language, now: number) {
  const format = formatOf(language)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const ago = (moment: string): string => {
    // Another clock may be ahead.
    const age = Math.max(0, now - Date.parse(moment))
    if (age < MINUTE) return relative.format(0, 'second')
    if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute')
    if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour')
    return age < 7 * DAY ? relative.format(-Math.floor(age / DAY), 'day') : format.date(moment)
  }
  const day = (moment: string): string => {
    const days = Math.round((startOfDay(now) - startOfDay(Date.parse(moment))) / DAY)
    return days === 0 || days === 1 ? relative.format(-days, 'day') : format.date(moment)
  }
  return {
    /** "now", "3 minutes ago"; after a week, the date. @param moment ISO 8601, as below */
    ago,
    /** "today", "yesterday"; then the date. */
    day,
  }
}

/** As of this render. */
export function useRelativeTime() {
  const { language } = useLanguage()
  return useMemo(() => relativeTimeOf(language, Date.now()), [language])
}

function startOfDay(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0)
}
