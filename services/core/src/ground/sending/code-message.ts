import type { MessageLanguage } from '@countersign/contracts'
import type { CodeTexts } from './code-texts.ts'
import { fill, type Sender } from './message-texts.ts'

/** A code on its way to the address or number that it proves. */
export type CodeMessage = {
  readonly to: string
  readonly code: string
  readonly language: MessageLanguage
}

/** Hands a message to the mail or SMS server; rejects if the server does not accept it. */
export type SendCode = (message: CodeMessage) => Promise<unknown>

/** The server says for good that the recipient takes no message. The error's message names no address. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused'
}

/** The server did not accept the message. The error's message names no address. */
export class CodeNotSent extends Error {
  override readonly name = 'CodeNotSent'
}

/** The reason without the address, which a mail server's answer repeats. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : ''
  const status = 'responseCode' in error ? String(error.responseCode) : ''
  return `${error.name} ${code} ${status}`.trim()
}

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Missing where text alone is sent. */
  readonly html?: string | undefined
}

/** Holds no text from a user, so that no one can use it to write to others. */
export function writeCodeMail({ to, code, language }: CodeMessage, texts: CodeTexts, sender: Sender): Mail {
  const write = (text: keyof CodeTexts) => fill(texts[text], sender)
  const [subject, intro, lasts, notYou] = [write('subject'), write('intro'), write('lasts'), write('not_you')]
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>${escape(intro)}</p>
<p dir="ltr" style="font-size:32px;font-weight:700;letter-spacing:4px;margin:24px 0">${code}</p>
<p>${escape(lasts)}</p>
<p style="opacity:0.7;font-size:14px">${escape(notYou)}</p>
</div></body></html>`
  return { to, subject, text: [intro, code, lasts, notYou].join('\n\n'), html }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
