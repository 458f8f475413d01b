import type { CallInput } from '@countersign/device'

/** How long the app may come back. */
export type Lasting = {
  readonly kind: 'open' | 'once' | 'until'
  /** Of `until`: the last day, as a date field writes it; empty until one is chosen. */
  readonly day: string
}

export const OPEN_END: Lasting = { kind: 'open', day: '' }

type GrantTerms = CallInput<'approve'>['grant']

/** What the device is told: nothing for an open end. The last day counts to its end, where the person is. */
export function termsOf({ kind, day }: Lasting): GrantTerms {
  if (kind === 'open') return undefined
  return kind === 'once' ? { once: true } : { ends_at: endOf(day).toISOString() }
}

/** Whether a last day is to come, so that there is something to approve. */
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
