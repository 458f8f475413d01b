import { setTimeout as pause } from 'node:timers/promises'
import { logSecurityMailNotSent } from '../../../ground/events.ts'
import type { Origin } from '../../../ground/http/caller.ts'
import type { WithClock, WithLogger, WithSenders, WithSql } from '../../../ground/parts.ts'
import { RecipientRefused, reasonOf } from '../../../ground/sending/code-message.ts'
import type { SecurityMessage, SendSecurityMail } from '../../../ground/sending/security-mail.ts'
import type { SecurityChange } from '../../../ground/sending/security-texts.ts'
import { countSecurityMail, findSecurityContact } from './security-contact.store.ts'

/** Mails people who chose it about changes of their account. */
export type SecurityMailer = ReturnType<typeof createSecurityMailer>
export type WithSecurityMailer = { readonly securityMailer: SecurityMailer }

const MAILS_A_DAY = 20
const RETRY_MS = 20_000

type Happened = { readonly changes: readonly SecurityChange[]; readonly origin: Origin }

/** One retry. */
function sendTwice(send: SendSecurityMail, closing: AbortSignal): SendSecurityMail {
  return async (message) => {
    try {
      await send(message)
    } catch (error) {
      if (error instanceof RecipientRefused) throw error
      await pause(RETRY_MS, undefined, { ref: false, signal: closing })
      await send(message)
    }
  }
}

export function createSecurityMailer({ sql, now, logger, senders }: WithSql & WithClock & WithLogger & WithSenders) {
  const underWay = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const send = senders.sendSecurityMail && sendTwice(senders.sendSecurityMail, closing.signal)

  async function tell(userId: string, { changes, origin }: Happened): Promise<void> {
    const contact = await countSecurityMail(sql, userId, MAILS_A_DAY)
    if (!contact) return
    const { email: to, language, sent } = contact
    const isLast = sent === MAILS_A_DAY
    await send?.({ to, language, changes, at: now(), device: origin.userAgent, isLast })
  }

  /** Never delays the request or fails it. */
  function inBackground(work: () => Promise<unknown>): void {
    if (!send) return
    const working = work()
      .catch((error: unknown) => {
        senders.mailFailures.note(error)
        logSecurityMailNotSent(logger, { reason: reasonOf(error) })
      })
      .finally(() => underWay.delete(working))
    underWay.add(working)
  }

  return {
    isAvailable: send !== undefined,
    /** Changes of one request, in one mail. */
    tellSoon: (userId: string, happened: Happened): void => {
      if (happened.changes.length > 0) inBackground(() => tell(userId, happened))
    },
    /** `find` runs only for a person who has chosen mail. */
    tellOfAppSoon: (userId: string, origin: Origin, find: () => Promise<string | undefined>): void =>
      inBackground(async () => {
        if (!(await findSecurityContact(sql, userId))) return
        const app = await find()
        if (app !== undefined) await tell(userId, { changes: [{ kind: 'app_approved', app }], origin })
      }),
    /** To the address that was replaced or removed. */
    tellFormer: (
      { email: to, language }: Pick<SecurityMessage, 'language'> & { readonly email: string },
      { changes, origin }: Happened,
    ): void =>
      inBackground(async () => send?.({ to, language, changes, at: now(), device: origin.userAgent, isLast: false })),
    settle: async (): Promise<void> => {
      closing.abort()
      await Promise.all(underWay)
    },
  }
}
