import type { MessageLanguage } from '@countersign/contracts'
import { type Mail, writeCodeMail } from './code-message.ts'
import { describeMailFailure } from './mail-failures.ts'
import type { MailConfig } from './mail-settings.ts'
import { writeSecurityMail } from './security-mail.ts'
import { createMailSender } from './smtp.ts'

/** The mail server did not take the mail. The message is for the operator and quotes the server's answer. */
export class TestMailRefused extends Error {
  override readonly name = 'TestMailRefused'
}

export type TestMail = { readonly to: string; readonly language: MessageLanguage; readonly kind: 'code' | 'security' }

/** Sends a mail as people get it, with made-up content, and returns the mail server's answer. @throws TestMailRefused */
export async function sendTestMail(config: MailConfig, test: TestMail): Promise<string> {
  if (!config.mail) throw new TestMailRefused('SMTP_URL is not set: core sends no mail.')
  const sender = await createMailSender(config.mail.smtp, config.mail.from)
  try {
    return await sender.send(writeTestMail(config, test))
  } catch (cause) {
    const answer = cause instanceof Error && 'response' in cause ? ` It answered: ${String(cause.response)}` : ''
    throw new TestMailRefused(`${describeMailFailure(cause)}${answer}`, { cause })
  } finally {
    sender.close()
  }
}

export function writeTestMail(
  { texts, sender, webOrigin, supportUrl }: MailConfig,
  { to, language, kind }: TestMail,
): Mail {
  const { code, security } = texts[language]
  if (kind === 'code') return writeCodeMail({ to, code: '000000', language }, code, sender)
  const changes = [{ kind: 'new_device' }, { kind: 'app_approved', app: 'Example App' }] as const
  const message = { to, language, changes, at: new Date(), device: 'Firefox on Linux', isLast: false }
  return writeSecurityMail(message, security, { ...sender, webOrigin, supportUrl })
}
