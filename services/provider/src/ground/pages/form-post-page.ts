import type { PageLanguage } from './page-language.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { escapeHtml, type ProviderPage } from './provider-page.ts'
import { goOnTo } from './refusal-page.ts'

const SUBMIT = 'document.forms[0].submit()'

export type PostedAnswer = {
  readonly redirectUri: string
  /** Empty ones are left out. */
  readonly fields: Readonly<Record<string, string>>
}

/** OAuth 2.0 Form Post Response Mode §2. For an unreviewed app the user presses the button (RFC 9700 §4.11.2). */
export function formPostPage(
  { redirectUri, fields }: PostedAnswer,
  { language, submitsItself }: { readonly language: PageLanguage; readonly submitsItself: boolean },
): ProviderPage {
  const text = PAGE_TEXTS[language]
  const inputs = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  return {
    language,
    title: text.leaving,
    body: `<form method="post" action="${escapeHtml(redirectUri)}">
${inputs.join('\n')}
<button class="button">${goOnTo(text, redirectUri)}</button>
</form>`,
    hasForm: true,
    ...(submitsItself && { script: SUBMIT }),
  }
}
