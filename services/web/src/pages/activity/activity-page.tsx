import './activity.css'
import type { Failure } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useSteps } from '../../ui/use-steps.ts'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { ActivityRow } from './activity-row.tsx'
import { toShownEvents } from './activity-view.ts'
import { ReceiptCheck, ReceiptPage } from './receipt-page.tsx'

/** `/activity`: the vault's own log of releases and changes. The server's events are on the sessions page. */
export function ActivityPage() {
  return <RequireSignIn>{() => <Activity />}</RequireSignIn>
}

type ActivityStep = { readonly at: 'log' } | { readonly at: 'receipt'; readonly seq: number }

function Activity() {
  const { activity } = useFullText()
  const { step, next, back } = useSteps<ActivityStep>({ at: 'log' })
  if (step.at === 'receipt') return <ReceiptPage key={step.seq} seq={step.seq} onBack={back} />
  return (
    <SignedInFrame current="activity" title={activity.title} lead={activity.lead}>
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

/** The verified log of the vault. */
function ActivityLog({ onReceipt, children }: ActivityLogProps) {
  const text = useFullText()
  const { ask } = useSession()
  const pages = usePages(async (cursor: Parameters<typeof readPage>[1]) => readPage(ask, cursor))
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
      {items.length > 0 && (
        <List>
          {toShownEvents(items).map((shown) => (
            <ActivityRow key={shown.seq} shown={shown} onReceipt={onReceipt} />
          ))}
        </List>
      )}
      <LogFailure failure={failure} hasItems={items.length > 0} />
      <MoreButton pages={pages} />
      {(items.length > 0 || !isLoading) && children}
    </>
  )
}

type Ask = ReturnType<typeof useSession>['ask']

async function readPage(ask: Ask, cursor: { seq: number; h: string } | undefined) {
  const { events, next } = await ask('readActivity', { cursor })
  return { items: events, next }
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
