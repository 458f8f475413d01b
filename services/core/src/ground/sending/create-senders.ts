import type { VerifiableClaim } from '@countersign/contracts'
import type { CoreConfig } from '../config.ts'
import { type CodeMessage, CodeNotSent, type Mail, type SendCode, writeCodeMail } from './code-message.ts'
import { createMailFailures, type MailFailures } from './mail-failures.ts'
import type { MailConfig } from './mail-settings.ts'
import { fill, type Sender, type TextsByLanguage } from './message-texts.ts'
import { type SendSecurityMail, writeSecurityMail } from './security-mail.ts'
import { createMailSender } from './smtp.ts'

/** A claim without a sender cannot be verified here. */
export type CodeSenders = {
  readonly sendTo: Readonly<Partial<Record<VerifiableClaim, SendCode>>>
  /** Undefined without a mail server. */
  readonly sendSecurityMail: SendSecurityMail | undefined
  readonly mailFailures: MailFailures
  readonly close: () => void
}

/** Takes the place of servers on a developer's machine. */
export type Mailbox = { readonly deliver: (mail: Mail) => void }

/** A mailbox takes the codes that no sender is configured for. */
export async function createSenders(
  { webOrigin, supportUrl, mail, phoneSender, sender, texts }: MailConfig & Partial<Pick<CoreConfig, 'phoneSender'>>,
  now: () => Date,
  mailbox?: Mailbox,
): Promise<CodeSenders> {
  const mailSender = mail && (await createMailSender(mail.smtp, mail.from))
  const words = { texts, sender }
  const deliver = mailSender?.send ?? (mailbox && (async (written: Mail) => mailbox.deliver(written)))
  return {
    sendSecurityMail:
      deliver &&
      ((message) =>
        deliver(writeSecurityMail(message, texts[message.language].security, { ...sender, webOrigin, supportUrl }))),
    sendTo: {
      ...(mailbox && putInto(mailbox, words)),
      ...(mailSender && {
        email: (message) => mailSender.send(writeCodeMail(message, texts[message.language].code, sender)),
      }),
      ...(phoneSender && { phone: (message) => sendToPhone(phoneSender, message, writeSms(message, words)) }),
    },
    mailFailures: createMailFailures(now),
    close: () => mailSender?.close(),
  }
}

type Words = { readonly texts: TextsByLanguage; readonly sender: Sender }

function putInto(mailbox: Mailbox, words: Words): CodeSenders['sendTo'] {
  const { texts, sender } = words
  return {
    email: async (message) => mailbox.deliver(writeCodeMail(message, texts[message.language].code, sender)),
    phone: async (message) => {
      const { to, language } = message
      const subject = fill(texts[language].code.subject, sender)
      mailbox.deliver({ to, subject, text: writeSms(message, words) })
    },
  }
}

function writeSms({ code, language }: CodeMessage, { texts, sender }: Words): string {
  return fill(texts[language].code.sms, { ...sender, code })
}

const TIMEOUT_MS = 15_000

/** Posts `{ to, text, language }` to the operator's own SMS sender. @throws CodeNotSent */
export async function sendToPhone(
  { url, token }: NonNullable<CoreConfig['phoneSender']>,
  { to, language }: Pick<CodeMessage, 'to' | 'language'>,
  text: string,
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, text, language }),
    // A redirect would carry the token and a phone number to an unconfigured address.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new CodeNotSent(`The sender of messages answered with status ${response.status}.`)
}
