import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { normaliseClaims } from '@countersign/device'
import { Button } from '@countersign/ui/button.tsx'
import { labelOf } from '@countersign/ui/messages/messages.ts'
import { useFormat, useFullText } from '@countersign/ui/messages/use-text.tsx'
import { FailureNotice, Notice } from '@countersign/ui/notice.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useTyped } from './use-choices.ts'

/** Saves the values typed on a request that is over: its owner may have typed for minutes. */
export function KeepTyped({ details }: { readonly details: AuthorizationRequestDetails }) {
  const text = useFullText()
  const format = useFormat()
  const { ask } = useSession()
  const typed = useTyped(details)
  const task = useTask<'save'>()
  const [isSaved, setSaved] = useState(false)
  const save = async () => {
    await ask('saveProfile', { values: await normaliseClaims(typed, new Date()) })
    setSaved(true)
  }
  const names = Object.keys(typed).map((claim) => labelOf(text, claim))
  if (names.length === 0) return null
  if (isSaved) return <Notice kind="good">{text.vault.saved}</Notice>
  return (
    <section class="card stack">
      <p>{text.problem.typed(format.list(names))}</p>
      <FailureNotice failure={task.failure} own={{ malformed_claim: text.problem.typedWrong }} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => task.run('save', save)}
          busyText={task.running && text.common.saving}
          label={text.problem.saveTyped}
        />
      </div>
    </section>
  )
}
