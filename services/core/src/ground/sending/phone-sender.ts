import { type CodeMessage, CodeNotSent } from './code-message.ts'
import { CODE_TEXTS } from './code-texts.ts'

export type PhoneSenderSettings = { readonly url: string; readonly token: string }

const TIMEOUT_MS = 15_000

/**
 * Hands a code to the operator's own sender of messages to telephones: a POST of `{ to, text, language }`, with the token.
 * @throws CodeNotSent
 */
export async function sendToPhone(
  { url, token }: PhoneSenderSettings,
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
