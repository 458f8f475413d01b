import type { VerifiableClaim } from '@countersign/contracts'
import type { CoreConfig } from '../config.ts'
import { type Mail, writeCodeMail } from './code-mail.ts'
import type { SendCode } from './code-message.ts'
import { CODE_TEXTS } from './code-texts.ts'
import { sendToPhone } from './phone-sender.ts'
import { createMailSender } from './smtp.ts'

/** Who delivers codes: what is not there cannot be verified here. */
export type CodeSenders = {
  readonly sendTo: Readonly<Partial<Record<VerifiableClaim, SendCode>>>
  readonly close: () => void
}

/** In place of servers: on a developer's machine, where nobody has any. */
export type Mailbox = { readonly deliver: (mail: Mail) => void }

/** Whoever is not configured sends nothing; with a mailbox, all that nobody else sends goes there. */
export function createSenders({ issuer, mail, phoneSender }: CoreConfig, mailbox?: Mailbox): CodeSenders {
  const { host } = new URL(issuer)
  const mailSender = mail && createMailSender(mail.smtp, mail.from)
  return {
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
      mailbox.deliver({ to, subject: CODE_TEXTS[language].subject(host), text, html: '' })
    },
  }
}
