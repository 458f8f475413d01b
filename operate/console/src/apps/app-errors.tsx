import type { ClientErrors } from '@countersign/contracts'
import { Notice } from '@countersign/ui/elements.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import type { App } from '../api/console-api.ts'
import { describeOutcome } from '../audit/event-texts.ts'
import { useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { RefusalNotice } from '../elements.tsx'
import { Moment } from '../moment.tsx'
import { type Column, Table } from '../table.tsx'
import { APP_TEXTS } from './app-texts.ts'
import { CHECK_TEXTS } from './check-texts.ts'
import { adviceFor } from './error-advice.ts'

type AppError = NonNullable<ClientErrors['errors']>[number]

const { errors: words } = CHECK_TEXTS

export function AppErrors({ app }: { app: App }) {
  const { api } = useConsole()
  const loaded = useLoaded(() => api.listErrors(app.client_id))
  const errors = loaded.content?.errors
  return (
    <section class="stack">
      <div>
        <h2>{words.title}</h2>
        <p class="fine">
          {words.lead} <a href={consoleAddress('audit', { client_id: app.client_id })}>{APP_TEXTS.app.events}</a>
        </p>
      </div>
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
      <Notice>{errors === null && words.tooMuch}</Notice>
      {errors?.length === 0 && (
        <EmptyState picture="activity" title={words.none}>
          {words.noneLead}
        </EmptyState>
      )}
      {errors && errors.length > 0 && (
        <Table
          caption={words.title}
          columns={COLUMNS}
          rows={errors}
          keyOf={({ event, outcome }) => `${event} ${outcome}`}
        />
      )}
    </section>
  )
}

const COLUMNS: readonly Column<AppError>[] = [
  { title: words.columns.what, cell: (error) => <Advice error={error} /> },
  { title: words.columns.where, cell: ({ event }) => placeOf(event), sortBy: ({ event }) => placeOf(event) },
  { title: words.columns.count, cell: ({ count }) => count, sortBy: ({ count }) => count, isNumber: true },
  { title: words.columns.last, cell: ({ last_at }) => <Moment at={last_at} />, sortBy: ({ last_at }) => last_at },
]

function Advice({ error: { event, outcome, documentation } }: { error: AppError }) {
  return (
    <div class="error-advice">
      <span>
        {describeOutcome(outcome ?? event)} <code dir="ltr">{outcome}</code>
      </span>
      <p class="fine">
        {adviceFor(outcome ?? '', event)} {documentation !== null && <a href={documentation}>{words.documentation}</a>}
      </p>
    </div>
  )
}

function placeOf(event: string): string {
  return Object.entries(words.places).find(([each]) => each === event)?.[1] ?? event
}
