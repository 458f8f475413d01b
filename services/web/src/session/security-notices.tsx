import type { SecurityNotice, SecurityNotices as Shown } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { Button, ButtonLink, FailureNotice } from '@countersign/ui/elements.tsx'
import { type FullText, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from './session.tsx'

/** The first page of an open vault waits so long for them: later ones would push it down. */
const PATIENCE_MS = 1000
const LINES = 5

/** Changes by other devices, above the content of every page of the open vault, until dismissed. */
export function SecurityNotices({ children }: { readonly children: ComponentChildren }) {
  const { profile, ask } = useSession()
  const notices = profile?.notices
  const isDue = profile !== undefined && notices === undefined
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isDue) return undefined
    const wait = setTimeout(() => setLate(true), PATIENCE_MS)
    ask('readNotices', {}).catch(() => setLate(true))
    return () => clearTimeout(wait)
  }, [isDue, ask])
  if (isDue && !isLate) return null
  return (
    <>
      {notices && !isLate && <NoticeList notices={notices} />}
      {children}
    </>
  )
}

function NoticeList({ notices: { list, isComplete } }: { readonly notices: Shown }) {
  const { notices } = useFullText()
  const { ask } = useSession()
  const task = useTask<'dismiss'>()
  if (list.length === 0 && isComplete) return null
  const more = list.length - LINES
  return (
    <Card icon="shield" title={notices.title} lead={list.every(isOfOperator) ? undefined : notices.lead}>
      <ul class="rows">
        {list.slice(0, LINES).map((notice) => (
          <NoticeLine key={`${notice.kind} ${notice.at}`} notice={notice} />
        ))}
        {!isComplete && (
          <li>
            <p class="rows-text">{notices.incomplete}</p>
            <a class="rows-link" href={PATHS.activity}>
              {notices.toActivity}
            </a>
          </li>
        )}
      </ul>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => task.run('dismiss', async () => void (await ask('dismissNotices', {})))}
          label={notices.dismiss}
        />
        {more > 0 && <ButtonLink kind="quiet" href={PATHS.activity} label={notices.more(more)} />}
      </div>
    </Card>
  )
}

function NoticeLine({ notice }: { readonly notice: SecurityNotice }) {
  const text = useFullText()
  const format = useFormat()
  const { at, device = '', reason, times } = notice
  const title = titleOf(text, notice, format.isolate)
  return (
    <li>
      <div class="rows-text">
        <h3>{times > 1 ? `${title} (${format.number(times)}×)` : title}</h3>
        {at !== undefined && (
          <p class="fine">
            {device === '' ? format.dateTime(at) : text.activity.when(format.dateTime(at), format.isolate(device))}
          </p>
        )}
        {reason !== undefined && <p>{text.operator.because(format.isolate(reason))}</p>}
      </div>
      {!isOfOperator(notice) && <Remedy kind={notice.kind} />}
    </li>
  )
}

function Remedy({ kind }: Pick<SecurityNotice, 'kind'>) {
  const { notices } = useFullText()
  const remedy = REMEDIES[kind]
  return (
    <a class="rows-link" href={PATHS[remedy]}>
      {notices.remedies[remedy]}
    </a>
  )
}

/** Operators give a reason; other changes have none. */
function isOfOperator({ reason }: SecurityNotice): boolean {
  return reason !== undefined
}

/** The page to open if it was not the person. */
const REMEDIES: Readonly<Record<SecurityNotice['kind'], 'sessions' | 'methods' | 'apps'>> = {
  new_device: 'sessions',
  app_approved: 'apps',
  app_updated: 'apps',
  recovery_key_used: 'methods',
  method_added: 'methods',
  method_removed: 'methods',
  password_changed: 'methods',
  login_name_changed: 'methods',
  recovery_key_replaced: 'methods',
  account_key_rotated: 'methods',
  older_vault_accepted: 'methods',
  account_sessions_ended: 'sessions',
  account_suspended: 'sessions',
  account_unsuspended: 'sessions',
}

function titleOf(
  { notices, activity, events }: FullText,
  { kind, method = 'prf', app = '' }: SecurityNotice,
  isolate: (text: string) => string,
): string {
  switch (kind) {
    case 'new_device':
    case 'recovery_key_used':
      return notices[kind]
    case 'app_approved':
    case 'app_updated':
      return notices[kind](isolate(app))
    case 'method_added':
    case 'method_removed':
      return activity[kind](activity.methods[method])
    case 'older_vault_accepted':
      return activity.events[kind]
    case 'password_changed':
    case 'login_name_changed':
    case 'recovery_key_replaced':
    case 'account_key_rotated':
    case 'account_sessions_ended':
    case 'account_suspended':
    case 'account_unsuspended':
      return events[kind]
  }
}

/** On a request, which nothing pushes away: one line below it. */
export function ReplacedKeyLine() {
  const { notices } = useFullText()
  const { profile } = useSession()
  if (!profile?.isRecoveryKeyReplaced) return null
  return (
    <p class="aside">
      {notices.keyReplaced} <a href={PATHS.home}>{notices.seeChanges}</a>
    </p>
  )
}
