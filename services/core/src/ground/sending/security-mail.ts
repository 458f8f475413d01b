import type { MessageLanguage } from '@countersign/contracts'
import type { Mail } from './code-message.ts'
import { OPERATOR_ACT_TEXTS } from './operator-act-texts.ts'
import { type OperatorAct, SECURITY_TEXTS, type SecurityChange } from './security-texts.ts'

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

export type SendSecurityMail = (message: SecurityMessage) => Promise<void>

type Addresses = { readonly host: string; readonly webOrigin: string; readonly supportUrl: string | undefined }

/** Plain text, and no link that signs anyone in: the address is that of a page. */
export function writeSecurityMail(message: SecurityMessage, { host, webOrigin, supportUrl }: Addresses): Mail {
  const { to, language, changes, at, device, isLast } = message
  const texts = SECURITY_TEXTS[language]
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(at)
  const lines = changes.map((change) => {
    if (change.kind === 'app_approved') return texts.app_approved(change.app)
    return isOperatorAct(change) ? OPERATOR_ACT_TEXTS[language][change.kind](change.reason) : texts[change.kind]
  })
  const next = changes.some(isOperatorAct)
    ? OPERATOR_ACT_TEXTS[language].questions(supportUrl ?? host)
    : `${texts.wasYou}\n${texts.notYou(`${webOrigin}/sessions`)}`
  const text = [
    texts.intro(host),
    lines.map((line) => `– ${line}`).join('\n'),
    texts.when(time, device),
    next,
    ...(isLast ? [texts.last] : []),
  ]
  return { to, subject: texts.subject(host), text: text.join('\n\n') }
}

function isOperatorAct(change: SecurityChange): change is OperatorAct {
  return 'reason' in change
}
