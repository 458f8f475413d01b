import type { MessageLanguage } from '@countersign/contracts'
import type { Mail } from './code-message.ts'
import { fill, type Sender } from './message-texts.ts'
import type { SecurityChange, SecurityTexts } from './security-texts.ts'

export type SecurityMessage = {
  readonly to: string
  readonly language: MessageLanguage
  readonly changes: readonly SecurityChange[]
  readonly at: Date
  /** "Firefox on Linux"; empty when unknown. */
  readonly device: string
  /** Whether no more are sent today. */
  readonly isLast: boolean
}

export type SendSecurityMail = (message: SecurityMessage) => Promise<unknown>

/** Plain text, and no link that signs anyone in: the address is that of a page. */
export function writeSecurityMail(
  { to, language, changes, at, device, isLast }: SecurityMessage,
  texts: SecurityTexts,
  { webOrigin, ...sender }: Sender & { readonly webOrigin: string },
): Mail {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(at)
  const values = { ...sender, time, device, address: `${webOrigin}/sessions` }
  const write = (text: keyof SecurityTexts) => fill(texts[text], values)
  const lines = changes.map((change) =>
    change.kind === 'app_approved' ? fill(texts.app_approved, { ...sender, app: change.app }) : write(change.kind),
  )
  const text = [
    write('intro'),
    lines.map((line) => `– ${line}`).join('\n'),
    write(device === '' ? 'when' : 'when_with_device'),
    `${write('was_you')}\n${write('not_you')}`,
    ...(isLast ? [write('last')] : []),
  ]
  return { to, subject: write('subject'), text: text.join('\n\n') }
}
