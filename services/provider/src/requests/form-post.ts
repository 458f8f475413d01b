import { type BarePage, escapeHtml } from '../http/bare-page.ts'

const SUBMIT = 'document.forms[0].submit()'
const POSTABLE = new Set(['https:', 'http:'])

/** Whether a redirect URI can take a form: a program on a device, called by a scheme of its own, cannot. */
export function takesForms(redirectUri: string): boolean {
  return URL.canParse(redirectUri) && POSTABLE.has(new URL(redirectUri).protocol)
}

export type PostedAnswer = {
  readonly redirectUri: string
  /** What the app is told; empty ones are left out. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * The page that brings an answer to an app as a form (OAuth 2.0 Form Post Response Mode §2). It goes on by itself, unless nobody
 * has looked at the app: then a person presses the button (RFC 9700 §4.11.2).
 */
export function formPostPage(
  { redirectUri, fields }: PostedAnswer,
  { goesOnByItself }: { goesOnByItself: boolean },
): BarePage {
  const inputs = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  return {
    title: 'Back to the app',
    body: `<form method="post" action="${escapeHtml(redirectUri)}">
${inputs.join('\n')}
<button>Go on to ${escapeHtml(new URL(redirectUri).host)}</button>
</form>`,
    hasForm: true,
    ...(goesOnByItself && { script: SUBMIT }),
  }
}
