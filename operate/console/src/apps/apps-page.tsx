import { Badge } from '@countersign/ui/card.tsx'
import { AppIcon, Button, ButtonLink, Notice } from '@countersign/ui/elements.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { usePages } from '@countersign/ui/paged-list.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import type { App } from '../api/console-api.ts'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { CONSOLE_PATHS, type ConsolePage, consoleAddress } from '../console-paths.ts'
import { Identifier } from '../elements.tsx'
import { Moment } from '../moment.tsx'
import { type Column, PagedTable } from '../table.tsx'
import { texts } from '../texts.ts'
import { APP_TEXTS } from './app-texts.ts'

/** `/console`: the apps that the user may manage, filtered by `search`. */
export function AppsPage({ search }: { search: string }) {
  const { access, said, say } = useConsole()

  useEffect(() => () => say(''), [])
  const lead = access.role === 'developer' ? texts.access.developer : APP_TEXTS.apps.lead
  return (
    <ConsoleFrame current="apps" title={APP_TEXTS.apps.title} lead={lead}>
      <Notice kind="good">{said}</Notice>
      <div class="toolbar">
        <SearchForm page="apps" label={APP_TEXTS.apps.search} search={search} />
        <ButtonLink href={CONSOLE_PATHS.register} label={APP_TEXTS.apps.register} />
      </div>
      <FoundApps key={search} search={search} />
    </ConsoleFrame>
  )
}

function FoundApps({ search }: { search: string }) {
  const { api } = useConsole()
  const columns = useColumns()
  const pages = usePages((cursor: string | undefined) =>
    api.listApps({ ...(search === '' ? {} : { search }), ...(cursor === undefined ? {} : { cursor }) }),
  )
  const empty = (
    <EmptyState picture="apps" title={search === '' ? APP_TEXTS.apps.emptyTitle : APP_TEXTS.apps.nothingFound(search)}>
      {search === '' ? APP_TEXTS.apps.empty : APP_TEXTS.apps.nothingFoundLead}
    </EmptyState>
  )
  return (
    <PagedTable
      caption={APP_TEXTS.apps.title}
      columns={columns}
      pages={pages}
      keyOf={({ client_id }) => client_id}
      empty={empty}
    />
  )
}

function useColumns(): readonly Column<App>[] {
  const format = useFormat()
  const { columns } = APP_TEXTS.apps
  return [
    { title: columns.app, cell: (app) => <AppCell app={app} />, sortBy: ({ name }) => name },
    {
      title: columns.clientId,
      cell: ({ client_id }) => <Identifier label={columns.clientId} value={client_id} isShort />,
    },
    { title: columns.runs, cell: (app) => runsOn(app), sortBy: (app) => runsOn(app) },
    {
      title: columns.scopes,
      cell: ({ scopes }) => format.number(scopes.length),
      sortBy: ({ scopes }) => scopes.length,
      isNumber: true,
    },
    {
      title: columns.lastUsed,
      cell: (app) => lastUse(app) && <Moment at={lastUse(app)} to="day" />,
      sortBy: lastUse,
    },
    {
      title: columns.registered,
      cell: (app) => <Moment at={app.created_at} to="day" />,
      sortBy: (app) => app.created_at,
    },
    { title: columns.status, cell: (app) => <Status app={app} />, sortBy: (app) => app.disabled_at ?? '' },
  ]
}

function AppCell({ app }: { app: App }) {
  return (
    <span class="app-cell">
      <AppIcon name={app.name} logo={app.logo} />
      <span>
        <a class="row-link" href={consoleAddress('app', { client_id: app.client_id })}>
          <bdi>{app.name}</bdi>
        </a>
        <bdi class="fine">{hostOf(app.redirect_uris[0] ?? '')}</bdi>
      </span>
    </span>
  )
}

function Status({ app }: { app: App }) {
  return (
    <span class="badges">
      {app.disabled_at === null ? <Badge>{APP_TEXTS.apps.enabled}</Badge> : <Badge>{APP_TEXTS.apps.disabled}</Badge>}
      {app.managed_by_file && <Badge>{texts.actions.managedByFile}</Badge>}
      {app.owner !== null && <Badge>{APP_TEXTS.apps.unreviewed}</Badge>}
      {app.claims_encryption_jwk === null && <Badge>{APP_TEXTS.apps.plain}</Badge>}
    </span>
  )
}

function runsOn({ token_endpoint_auth_method }: App): string {
  return token_endpoint_auth_method === 'none' ? APP_TEXTS.apps.onDevice : APP_TEXTS.apps.onServer
}

/** When one of its secrets was last used; empty if never, or if it has none. */
function lastUse({ secrets }: App): string {
  return (
    secrets
      .map(({ last_used_at }) => last_used_at ?? '')
      .toSorted()
      .at(-1) ?? ''
  )
}

/** The host of a redirect URI, or the whole URI if its scheme has no host. */
function hostOf(redirectUri: string): string {
  return URL.canParse(redirectUri) ? new URL(redirectUri).host || redirectUri : redirectUri
}

type SearchFormProps = { readonly page: ConsolePage; readonly label: string; readonly search: string }

/** Writes the search into the page's address, as `search`. */
export function SearchForm({ page, label, search }: SearchFormProps) {
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search])
  const find = (event: Event) => {
    event.preventDefault()
    navigate(consoleAddress(page, { search: typed.trim() }))
  }
  return (
    <search>
      <form class="search" onSubmit={find}>
        <Field label={label} type="search" value={typed} onInput={setTyped} maxLength={80} />
        <Button kind="secondary" type="submit" label={texts.actions.find} />
      </form>
    </search>
  )
}
