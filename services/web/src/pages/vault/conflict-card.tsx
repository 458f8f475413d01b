import type { ClaimItem, ConflictItem } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useSession } from '../../session/session.tsx'
import type { EditedEntry } from '../vault-edits/unsaved-edits.ts'

type Keep = 'present' | 'aside' | 'both'

/** Two devices changed one entry at the same time. Both values were kept, and the user decides. */
export function ConflictCard({ conflict, claims }: { conflict: ConflictItem; claims: readonly ClaimItem[] }) {
  const text = useFullText()
  const format = useFormat()
  const { ask } = useSession()
  const task = useTask<Keep>()
  const current = claims.find(({ id }) => id === conflict.ofId)
  const settle = (keep: Keep) =>
    task.run(keep, async () => {
      await ask('resolveConflict', { id: conflict.id, keep })
    })
  const when = conflict.changedAt === '' ? '' : format.dateTime(conflict.changedAt)
  return (
    <Card title={text.vault.conflictTitle(labelOf(text, conflict.name))} lead={text.vault.conflict}>
      <dl class="before-after">
        <Version claim={conflict.name} label={text.vault.inVault} value={current?.value} note="" />
        <Version claim={conflict.name} label={text.vault.setAside} value={conflict.value} note={when} />
      </dl>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => settle('present')}
          label={current ? text.vault.keepPresent : text.vault.keepRemoved}
        />
        <Button kind="secondary" onClick={() => settle('aside')} label={text.vault.keepAside} />
        {current && <Button kind="secondary" onClick={() => settle('both')} label={text.vault.keepBoth} />}
      </div>
    </Card>
  )
}

type VersionProps = {
  readonly claim: string
  readonly label: string
  readonly value: string | undefined
  readonly note: string
}

function Version({ claim, label, value, note }: VersionProps) {
  const text = useFullText()
  return (
    <div>
      <dt>
        {label}
        {note !== '' && <span class="fine"> {note}</span>}
      </dt>
      <dd>
        {value === undefined ? <span class="fine">{text.vault.gone}</span> : <ClaimText claim={claim} value={value} />}
      </dd>
    </div>
  )
}

/** Another device's or tab's change of an entry being edited: shown before it can be overwritten. */
export function ChangedElsewhere({ entry, onTakeMine }: { entry: EditedEntry; onTakeMine: () => void }) {
  const text = useFullText()
  const { elsewhere } = entry
  if (elsewhere === undefined || elsewhere === entry.value) return null
  return (
    <div class="vault-elsewhere">
      <Notice>{text.vault.elsewhere(elsewhere)}</Notice>
      <Button kind="quiet" onClick={onTakeMine} label={text.vault.takeMine} />
    </div>
  )
}
