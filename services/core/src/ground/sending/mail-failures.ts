import { RecipientRefused, reasonOf } from './code-message.ts'

/** Mail that was not sent, as the operator's health page tells it. */
export type MailFailures = ReturnType<typeof createMailFailures>

const HOUR_MS = 3_600_000

/** Counts since the process began, by the hour, so that a day of failures takes no more room than one. */
export function createMailFailures(now: () => Date) {
  const hours = new Map<number, number>()
  let last: { readonly at: Date; readonly reason: string } | undefined

  function forgetOld(): void {
    const oldest = hourOf(now()) - 23
    for (const hour of hours.keys()) if (hour < oldest) hours.delete(hour)
  }

  return {
    /** An address that takes no mail is no failure of ours. */
    note: (error: unknown): void => {
      if (error instanceof RecipientRefused) return
      const at = now()
      forgetOld()
      hours.set(hourOf(at), (hours.get(hourOf(at)) ?? 0) + 1)
      last = { at, reason: describeMailFailure(error) }
    },
    /** Of this hour and the 23 before it. `last` is kept for as long as the process runs. */
    read: () => {
      forgetOld()
      return { ofLastDay: [...hours.values()].reduce((sum, count) => sum + count, 0), last }
    },
  }
}

function hourOf(date: Date): number {
  return Math.floor(date.getTime() / HOUR_MS)
}

/** Nodemailer's codes. */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server refuses the user or the password of SMTP_URL',
  ENOAUTH: 'The mail server asks for a user and a password, which SMTP_URL lacks',
  ECONNECTION: 'The mail server closed the connection',
  ESOCKET: 'The connection to the host and port of SMTP_URL is refused or breaks, or its certificate is not trusted',
  ETIMEDOUT: 'The mail server did not answer in time',
  EDNS: 'The host name of SMTP_URL is unknown',
  ETLS: 'The mail server offers no TLS that can be used: smtps:// begins with it, smtp:// by STARTTLS',
  EENVELOPE: 'The mail server refuses MAIL_FROM or the recipient',
  EMESSAGE: 'The mail server refuses the message',
}

/** A sentence with the server's status, without what it wrote: that repeats addresses. */
export function describeMailFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'responseCode' in error ? ` (status ${String(error.responseCode)})` : ''
  const reason = REASONS[code]
  return reason === undefined ? `The mail was not sent: ${reasonOf(error)}.` : `${reason}${status}.`
}
