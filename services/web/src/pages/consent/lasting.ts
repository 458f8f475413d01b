import type { CallInput } from '@countersign/device'

/** Until when the app may come back. */
export type Lasting = {
  readonly kind: 'open' | 'once' | 'until'
  /** For `until`: the last day, `YYYY-MM-DD`, or empty. */
  readonly day: string
}

export const OPEN_END: Lasting = { kind: 'open', day: '' }

type GrantTerms = CallInput<'approve'>['grant']

/** The terms for the device; empty for an open end. The last day ends at the user's midnight. */
export function termsOf({ kind, day }: Lasting): GrantTerms {
  if (kind === 'open') return undefined
  return kind === 'once' ? { once: true } : { ends_at: endOf(day).toISOString() }
}

/** Whether the last day, if any, is still to come. */
export function isLastingSound({ kind, day }: Lasting, now = new Date()): boolean {
  return kind !== 'until' || endOf(day).getTime() > endOf(dayOf(now)).getTime()
}

function endOf(day: string): Date {
  return new Date(`${day}T23:59:59`)
}

function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}
