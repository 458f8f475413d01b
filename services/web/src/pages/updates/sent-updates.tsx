import type { AppUpdate, FailureCode, SentUpdate } from '@countersign/device'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { describeFailure, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useEffect, useRef } from 'preact/hooks'
import { nameOf, PROBLEM_OF, useProblemOf } from './app-updates.ts'

type SentUpdatesProps = {
  readonly updates: readonly AppUpdate[]
  readonly sent: readonly SentUpdate[]
  readonly isBusy: boolean
  readonly onLook: () => void
  readonly onClose: () => void
}

/** Which apps it was sent to, and for each other one what to do. */
export function SentUpdates({ updates, sent, isBusy, onLook, onClose }: SentUpdatesProps) {
  const { updates: text, common } = useFullText()
  const format = useFormat()
  const describe = useFailureOf()
  const actions = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => actions.current?.querySelector('button')?.focus(), [])
  const each = sent.flatMap(({ clientId, failure }) => {
    const update = updates.find((one) => one.clientId === clientId)
    return update ? [{ update, failure }] : []
  })
  const reached = each.filter(({ failure }) => failure === undefined)
  return (
    <div class="stack">
      <Notice kind="good">
        {reached.length > 0 && text.sent(format.list(reached.map(({ update }) => format.isolate(nameOf(update)))))}
      </Notice>
      {each.map(({ update, failure }) => (
        <Notice key={update.clientId} kind="error">
          {failure && describe(update, failure)}
        </Notice>
      ))}
      <div class="actions" ref={actions}>
        {each.some(({ failure }) => failure === 'stale_vault') && (
          <Button
            kind="secondary"
            onClick={onLook}
            busyText={isBusy ? common.loading : undefined}
            label={text.lookAgain}
          />
        )}
        <Button onClick={onClose} label={text.done} />
      </div>
    </div>
  )
}

function useFailureOf() {
  const text = useFullText()
  const problemOf = useProblemOf()
  return (update: AppUpdate, code: FailureCode): string => {
    const name = nameOf(update)
    if (code === 'stale_vault') return text.updates.changedMeanwhile(name)
    const gone = code === 'not_found' ? text.apps.revoked(name) : undefined
    return text.updates.notSent(name, gone ?? problemOf(update, PROBLEM_OF[code]) ?? describeFailure(text, { code }))
  }
}
