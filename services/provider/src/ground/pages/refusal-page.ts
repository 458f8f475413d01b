import type { OAuthError } from '@countersign/service/errors'
import type { PageLanguage } from './page-language.ts'
import { PAGE_TEXTS, type PageText } from './page-texts.ts'
import { placeOf } from './place.ts'
import { escapeHtml, type ProviderPage } from './provider-page.ts'

/** What a browser knows and we do not: where the person was. Without a page before this one there is no button. */
const GO_BACK =
  'const back=document.getElementById("back");if(history.length>1){back.hidden=false;back.onclick=()=>history.back()}'

type Ways = {
  /** Where people start who came here by no app. */
  readonly start: string
  /** An address that nobody has looked at: then the person decides (RFC 9700 §4.11.2). */
  readonly wayOn?: string | undefined
  /** Where the developer of the app reads what causes it. */
  readonly errorUri?: string | undefined
  /** The action that the app's mistake prevented. */
  readonly mistake?: 'mistake' | 'logout'
}

/**
 * The page for a person who was sent here with a request that is not answered. It never redirects: the address that the
 * request names is not known to be the app's, or nobody has looked at the app.
 */
export function refusalPage(
  refusal: OAuthError,
  language: PageLanguage,
  { start, wayOn, errorUri, mistake = 'mistake' }: Ways,
): ProviderPage {
  const text = PAGE_TEXTS[language]
  const { title, lead, next } = text[explanationOf(refusal) ?? mistake]
  const goOn =
    wayOn === undefined
      ? ''
      : `<a rel="noreferrer" href="${escapeHtml(wayOn)}" class="button secondary">${goOnTo(text, wayOn)}</a>\n`
  return {
    language,
    title,
    body: `<p class="lead">${escapeHtml(lead)}</p>
<p>${escapeHtml(next)}</p>
<p class="detail" lang="en" dir="ltr">${codeOf(refusal, errorUri)} ${escapeHtml(refusal.message)}</p>
${wayOn === undefined ? '' : `<p>${escapeHtml(text.unchecked)}</p>`}
<div class="actions">
<button id="back" type="button" class="button" hidden>${escapeHtml(text.back)}</button>
${goOn}<a href="${escapeHtml(start)}" class="button secondary">${escapeHtml(text.start)}</a>
</div>`,
    script: GO_BACK,
  }
}

function codeOf({ code }: OAuthError, errorUri: string | undefined): string {
  const word = `<code>${escapeHtml(code)}</code>`
  return errorUri === undefined ? word : `<a rel="noreferrer" href="${escapeHtml(errorUri)}">${word}</a>`
}

/** The place by its name, so that nobody is led astray by what stands around it. */
export function goOnTo({ goOn: [before, after] }: PageText, address: string): string {
  return `${escapeHtml(before)}<bdi dir="ltr">${escapeHtml(placeOf(address))}</bdi>${escapeHtml(after)}`
}

/** Nothing for a mistake of the app. */
function explanationOf({ code, status }: OAuthError): 'over' | 'off' | 'wait' | 'broken' | undefined {
  if (code === 'slow_down') return 'wait'
  if (status >= 500) return 'broken'
  if (code === 'unauthorized_client') return 'off'
  return code === 'request_expired' || code === 'access_denied' ? 'over' : undefined
}
