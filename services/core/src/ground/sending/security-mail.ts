import type { MessageLanguage } from '@countersign/contracts'
import type { Mail } from './code-message.ts'
import { fill, type Sender } from './message-texts.ts'
import type { OperatorAct, SecurityChange, SecurityTexts } from './security-texts.ts'

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

type From = Sender & { readonly webOrigin: string; readonly supportUrl: string | undefined }

/** Plain text, and no link that signs anyone in: the address is that of a page. */
export function writeSecurityMail(
  { to, language, changes, at, device, isLast }: SecurityMessage,
  texts: SecurityTexts,
  { webOrigin, supportUrl, ...sender }: From,
): Mail {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(at)
  const values = { ...sender, time, device, address: `${webOrigin}/sessions`, contact: supportUrl ?? sender.host }
  const write = (text: keyof SecurityTexts) => fill(texts[text], values)
  // A name and a reason are filled in once, so that a placeholder in them stays as it is.
  const lines = changes.map(({ kind, ...about }) => fill(texts[kind], { ...sender, ...about }))
  const next = changes.some(isOperatorAct) ? write('questions') : `${write('was_you')}\n${write('not_you')}`
  const text = [
    write('intro'),
    lines.map((line) => `– ${line}`).join('\n'),
    write(device === '' ? 'when' : 'when_with_device'),
    next,
    ...(isLast ? [write('last')] : []),
  ]
  return { to, subject: write('subject'), text: text.join('\n\n') }
}

function isOperatorAct(change: SecurityChange): change is OperatorAct {
  return 'reason' in change
}
