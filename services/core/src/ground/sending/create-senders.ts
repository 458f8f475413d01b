import type { VerifiableClaim } from '@countersign/contracts'
import type { CoreConfig, MailConfig } from '../config.ts'
import { type CodeMessage, CodeNotSent, type Mail, type SendCode, writeCodeMail } from './code-message.ts'
import { CODE_TEXTS } from './code-texts.ts'
import { type SendSecurityMail, writeSecurityMail } from './security-mail.ts'
import { createMailSender } from './smtp.ts'

/** A claim without a sender cannot be verified here. */
export type CodeSenders = {
  readonly sendTo: Readonly<Partial<Record<VerifiableClaim, SendCode>>>
  /** Undefined without a mail server. */
  readonly sendSecurityMail: SendSecurityMail | undefined
  readonly close: () => void
}

/** Takes the place of servers on a developer's machine. */
export type Mailbox = { readonly deliver: (mail: Mail) => void }

/** A mailbox takes the codes that no sender is configured for. */
export async function createSenders(
  { issuer, webOrigin, supportUrl, mail, phoneSender }: MailConfig & Partial<Pick<CoreConfig, 'phoneSender'>>,
  mailbox?: Mailbox,
): Promise<CodeSenders> {
  const { host } = new URL(issuer)
  const mailSender = mail && (await createMailSender(mail.smtp, mail.from))
  const deliver = mailSender?.send ?? (mailbox && (async (written: Mail) => mailbox.deliver(written)))
  return {
    sendSecurityMail: deliver && ((message) => deliver(writeSecurityMail(message, { host, webOrigin, supportUrl }))),
    sendTo: {
      ...(mailbox && putInto(mailbox, host)),
      ...(mailSender && { email: (message) => mailSender.send(writeCodeMail(message, host)) }),
      ...(phoneSender && { phone: (message) => sendToPhone(phoneSender, message, host) }),
    },
    close: () => mailSender?.close(),
  }
}

function putInto(mailbox: Mailbox, host: string): CodeSenders['sendTo'] {
  return {
    email: async (message) => mailbox.deliver(writeCodeMail(message, host)),
    phone: async ({ to, code, language }) => {
      const text = CODE_TEXTS[language].short(host, code)
      mailbox.deliver({ to, subject: CODE_TEXTS[language].subject(host), text })
    },
  }
}

const TIMEOUT_MS = 15_000

/** Posts `{ to, text, language }` to the operator's own SMS sender. @throws CodeNotSent */
export async function sendToPhone(
  { url, token }: NonNullable<CoreConfig['phoneSender']>,
  { to, code, language }: CodeMessage,
  host: string,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, text: CODE_TEXTS[language].short(host, code), language }),
    // A redirect would carry the token and a phone number to an unconfigured address.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new CodeNotSent(`The sender of messages answered with status ${response.status}.`)
}
