import type { OAuthError } from '@countersign/service/errors'
import type { PageLanguage } from './page-language.ts'
import { PAGE_TEXTS, type PageText } from './page-texts.ts'
import { escapeHtml, type ProviderPage } from './provider-page.ts'
import { shownHost } from './shown-host.ts'

/** Only the browser knows the page before. The button stays hidden without one. */
const GO_BACK =
  'const back=document.getElementById("back");if(history.length>1){back.hidden=false;back.onclick=()=>history.back()}'

const GO_ON = 'location.replace(document.getElementById("on").href)'

export type WayOn = {
  readonly url: string
  /** Else the person decides: an unreviewed app's address (RFC 9700 §4.11.2). */
  readonly goesByItself: boolean
}

type Ways = {
  /** The link for people who came without an app. */
  readonly start: string
  readonly wayOn?: WayOn | undefined
  readonly errorUri?: string | undefined
  /** The action that the app's mistake prevented. */
  readonly mistake?: 'mistake' | 'logout'
}

/** Tells a person that the app's request is refused. It never redirects: the address may not be the app's. */
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
      : `<a id="on" rel="noreferrer" href="${escapeHtml(wayOn.url)}" class="button secondary">${goOnTo(text, wayOn.url)}</a>\n`
  return {
    language,
    title,
    body: `<p class="lead">${escapeHtml(lead)}</p>
<p>${escapeHtml(next)}</p>
<p class="detail" lang="en" dir="ltr">${codeOf(refusal, errorUri)} ${escapeHtml(refusal.message)}</p>
${wayOn?.goesByItself === false ? `<p>${escapeHtml(text.unchecked)}</p>` : ''}
<div class="actions">
<button id="back" type="button" class="button" hidden>${escapeHtml(text.back)}</button>
${goOn}<a href="${escapeHtml(start)}" class="button secondary">${escapeHtml(text.start)}</a>
</div>`,
    script: wayOn?.goesByItself ? GO_ON : GO_BACK,
  }
}

function codeOf({ code }: OAuthError, errorUri: string | undefined): string {
  const word = `<code>${escapeHtml(code)}</code>`
  return errorUri === undefined ? word : `<a rel="noreferrer" href="${escapeHtml(errorUri)}">${word}</a>`
}

/** Isolates the name, so that text direction cannot disguise it. */
export function goOnTo({ goOn: [before, after] }: PageText, address: string): string {
  return `${escapeHtml(before)}<bdi dir="ltr">${escapeHtml(shownHost(address))}</bdi>${escapeHtml(after)}`
}

/** Undefined for a mistake of the app. */
function explanationOf({ code, status }: OAuthError): 'over' | 'off' | 'wait' | 'broken' | undefined {
  if (code === 'slow_down') return 'wait'
  if (status >= 500) return 'broken'
  if (code === 'unauthorized_client') return 'off'
  return code === 'request_expired' || code === 'access_denied' ? 'over' : undefined
}
