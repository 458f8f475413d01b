import { useEffect, useState } from 'preact/hooks'
import { useFormat } from '../../messages/use-text.tsx'
import { navigate } from '../../routing/router.ts'
import { AppIcon } from '../../ui/app-marks.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Badge } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { EmptyState, Row } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePages } from '../../ui/paged-list.tsx'
import type { App } from '../api/console-api.ts'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { CONSOLE_PATHS, consoleAddress } from '../console-paths.ts'
import { PagedList } from '../elements.tsx'
import { texts } from '../texts.ts'

/** `/console`: the apps that the user may manage, filtered by `search`. */
export function AppsPage({ search }: { search: string }) {
  const { access, said, say } = useConsole()

  useEffect(() => () => say(''), [])
  const lead = access.role === 'developer' ? texts.access.developer : texts.apps.lead
  return (
    <ConsoleFrame current="apps" title={texts.apps.title} lead={lead}>
      <Notice kind="good">{said}</Notice>
      <div class="actions start">
        <ButtonLink href={CONSOLE_PATHS.register} label={texts.apps.register} />
      </div>
      <SearchForm key={search} search={search} />
      <FoundApps key={`found ${search}`} search={search} />
    </ConsoleFrame>
  )
}

function SearchForm({ search }: { search: string }) {
  const [typed, setTyped] = useState(search)
  const find = (event: Event) => {
    event.preventDefault()
    navigate(consoleAddress('apps', { search: typed.trim() }))
  }
  return (
    <search>
      <form class="search" onSubmit={find}>
        <Field label={texts.apps.search} value={typed} onInput={setTyped} maxLength={80} />
        <Button kind="secondary" type="submit" label={texts.apps.find} />
      </form>
    </search>
  )
}

function FoundApps({ search }: { search: string }) {
  const { api } = useConsole()
  const pages = usePages((cursor: string | undefined) =>
    api.listApps({ ...(search === '' ? {} : { search }), ...(cursor === undefined ? {} : { cursor }) }),
  )
  const empty = (
    <EmptyState picture="apps" title={search === '' ? texts.apps.emptyTitle : texts.apps.nothingFound(search)}>
      {search === '' ? texts.apps.empty : texts.apps.nothingFoundLead}
    </EmptyState>
  )
  return (
    <PagedList pages={pages} empty={empty}>
      {(app) => <AppRow key={app.client_id} app={app} />}
    </PagedList>
  )
}

function AppRow({ app }: { app: App }) {
  const format = useFormat()
  const detail = texts.apps.detail(format.isolate(hostOf(app.redirect_uris[0] ?? '')), format.date(app.created_at))
  return (
    <Row
      icon={<AppIcon name={app.name} logo={app.logo} />}
      title={
        <a href={consoleAddress('app', { client_id: app.client_id })}>
          <bdi>{app.name}</bdi>
        </a>
      }
      detail={detail}
      action={
        <span class="badges">
          {app.disabled_at !== null && <Badge>{texts.apps.disabled}</Badge>}
          {app.claims_encryption_jwk === null && <Badge>{texts.apps.plain}</Badge>}
        </span>
      }
    />
  )
}

/** The host of a redirect URI, or the whole URI if its scheme has no host. */
function hostOf(redirectUri: string): string {
  return URL.canParse(redirectUri) ? new URL(redirectUri).host || redirectUri : redirectUri
}
