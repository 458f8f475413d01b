import './activity.css'
import type { CallInput, Failure } from '@countersign/device'
import { SelectField } from '@countersign/ui/choices.tsx'
import { FailureNotice } from '@countersign/ui/elements.tsx'
import { EmptyState, List } from '@countersign/ui/list.tsx'
import { useRelativeTime } from '@countersign/ui/messages/relative-time.ts'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { MoreButton, usePages } from '@countersign/ui/paged-list.tsx'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useSteps } from '@countersign/ui/use-steps.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ActivityRow } from './activity-row.tsx'
import { appOf, appsOf, byDay, type ShownEvent, toShownEvents } from './activity-view.ts'
import { ReceiptCheck, ReceiptPage } from './receipt.tsx'

/** `/activity`: the vault's own log of releases and changes. The server's events are on the sessions page. */
export function ActivityPage() {
  return <RequireSignIn>{() => <Activity />}</RequireSignIn>
}

type ActivityStep = { readonly at: 'log' } | { readonly at: 'receipt'; readonly seq: number }

function Activity() {
  const { activity, navigation } = useFullText()
  const { step, next, back } = useSteps<ActivityStep>({ at: 'log' })
  if (step.at === 'receipt') return <ReceiptPage key={step.seq} seq={step.seq} onBack={back} />
  return (
    <SignedInFrame current="activity" title={navigation.pages.activity} lead={activity.lead}>
      <ActivityLog onReceipt={(seq) => next({ at: 'receipt', seq })}>
        <ReceiptCheck />
        <p class="aside">
          <a href={PATHS.sessions}>{activity.signIns}</a>
        </p>
      </ActivityLog>
    </SignedInFrame>
  )
}

type ActivityLogProps = {
  readonly onReceipt: (seq: number) => void
  /** Appears below the list together with it, so that nothing moves. */
  readonly children: ComponentChildren
}

function ActivityLog({ onReceipt, children }: ActivityLogProps) {
  const text = useFullText()
  const { ask } = useSession()
  const pages = usePages(async (cursor: CallInput<'readActivity'>['cursor']) => {
    const { events, next } = await ask('readActivity', { cursor })
    return { items: events, next }
  })
  const { items, hasMore, isLoading, failure } = pages
  const isEmpty = items.length === 0 && !hasMore
  return (
    <>
      {items.length > 0 && <p class="verified">{text.activity.verified}</p>}
      {isEmpty && (
        <EmptyState picture="activity" title={text.activity.emptyTitle}>
          {text.activity.empty}
        </EmptyState>
      )}
      {items.length > 0 && <Days events={toShownEvents(items)} onReceipt={onReceipt} />}
      <LogFailure failure={failure} hasItems={items.length > 0} />
      <MoreButton pages={pages} />
      {(items.length > 0 || !isLoading) && children}
    </>
  )
}

/** More entries than this can be narrowed to one app. */
const OVERVIEW = 12

function Days({ events, onReceipt }: Pick<ActivityLogProps, 'onReceipt'> & { events: readonly ShownEvent[] }) {
  const { activity } = useFullText()
  const { day } = useRelativeTime()
  const [clientId, setClientId] = useState('')
  const apps = appsOf(events)
  const shown = clientId === '' ? events : events.filter(({ event }) => appOf(event)?.clientId === clientId)
  return (
    <>
      {events.length > OVERVIEW && apps.length > 1 && (
        <div class="activity-filter">
          <SelectField
            label={activity.filterApp}
            value={clientId}
            options={[
              { value: '', label: activity.allApps },
              ...apps.map((app) => ({ value: app.clientId, label: app.name })),
            ]}
            onChange={setClientId}
          />
        </div>
      )}
      {byDay(shown).map(({ at, events: ofDay }) => (
        <section key={at} class="activity-day">
          <h2>{day(at)}</h2>
          <List>
            {ofDay.map((each) => (
              <ActivityRow key={each.seq} shown={each} onReceipt={onReceipt} />
            ))}
          </List>
        </section>
      ))}
    </>
  )
}

/** A log that fails verification was changed by the server; the user must be told so. */
function LogFailure({ failure, hasItems }: { failure: Failure | undefined; hasItems: boolean }) {
  const text = useFullText()
  if (failure?.code !== 'activity_broken' && failure?.code !== 'tampered') return <FailureNotice failure={failure} />
  return (
    <section class="activity-alarm" role="alert">
      <h2>{text.activity.brokenTitle}</h2>
      <p>{text.activity.broken}</p>
      {hasItems && <p>{text.activity.brokenAbove}</p>}
      <p>{text.activity.brokenDo}</p>
    </section>
  )
}
