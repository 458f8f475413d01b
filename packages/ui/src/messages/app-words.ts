import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import { credentialTypeOf } from '@countersign/device'
import { findTag } from './app-name.ts'
import type { Language } from './languages.ts'

type App = AuthorizationRequestDetails['client']
type Translation = NonNullable<App['texts']>[string]

/** Words of an app, and their language for `lang`: empty, unknown, for its default texts. */
export type Words = { readonly text: string; readonly lang: string }

export type AppWords = Readonly<ReturnType<typeof wordsOf>>

/** An app's own words in the language of the page. */
export function wordsOf(app: App, language: Language) {
  const { texts = {} } = app

  function inLanguage(read: (own: Translation) => string | undefined, otherwise = ''): Words {
    const own = Object.entries(texts).flatMap(([tag, each]) => {
      const text = read(each)
      return text === undefined ? [] : [[tag, text] as const]
    })
    const lang = findTag(
      own.map(([tag]) => tag),
      language,
    )
    return { text: own.find(([tag]) => tag === lang)?.[1] ?? otherwise, lang: lang ?? '' }
  }

  const { text: name } = inLanguage((own) => own.name, app.name)
  const { text: policy } = inLanguage((own) => own.policy_uri, app.policy_uri)
  const { text: terms } = inLanguage((own) => own.tos_uri, app.tos_uri)
  return {
    /** As the request has it, with the name and the pages in this language. */
    client: { ...app, name, policy_uri: policy, tos_uri: terms },
    description: inLanguage((own) => own.description, app.description),
    reasonOf: (scope: Pick<ScopeDetail, 'name' | 'reason'>) =>
      inLanguage(({ reasons = {} }) => {
        const key = credentialTypeOf(scope) ?? scope.name
        return Object.hasOwn(reasons, key) ? reasons[key] : undefined
      }, scope.reason),
  }
}
