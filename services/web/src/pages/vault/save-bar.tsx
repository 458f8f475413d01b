import { Bar } from '@countersign/ui/bar.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import type { Task } from '@countersign/ui/use-task.ts'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Saved } from '../vault-edits/use-unsaved-edits.ts'

type SaveBarProps = {
  readonly task: Task<'save' | 'undo'>
  readonly changes: number
  /** The last save or undo; undefined after a new change. */
  readonly saved: Saved | 'undone' | undefined
  readonly onUndo: (saved: Saved) => void
  readonly onDiscard: () => void
}

/** Save and discard while there are changes; undo after a save. */
export function SaveBar({ task, changes, saved, onUndo, onDiscard }: SaveBarProps) {
  const text = useFullText()
  const isDone = saved !== undefined && changes === 0
  const region = useFocusAfter(isDone, saved)
  const isNeeded = changes > 0 || isDone || task.failure !== undefined
  return (
    <Bar isShown={isNeeded}>
      <FailureNotice failure={task.failure} />
      <div class="vault-saved" ref={region} tabIndex={-1}>
        <Notice kind="good">{isDone && <Outcome saved={saved} />}</Notice>
        {isDone && saved !== 'undone' && (
          <Button
            kind="quiet"
            busyText={task.running === 'undo' ? text.vault.undo : undefined}
            onClick={() => onUndo(saved)}
            label={text.vault.undo}
          />
        )}
      </div>
      {changes > 0 && (
        <div class="actions">
          <span class="fine">{text.vault.unsaved(changes)}</span>
          <Button kind="quiet" onClick={onDiscard} label={text.vault.discard} />
          <Button
            type="submit"
            busyText={task.running === 'save' ? text.common.saving : undefined}
            label={text.common.save}
          />
        </div>
      )}
    </Bar>
  )
}

/** After the focused button is gone: focuses Undo, else the message. */
function useFocusAfter(isDone: boolean, saved: SaveBarProps['saved']): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = region
    if (!isDone || document.activeElement !== document.body) return
    const target = current?.querySelector('button') ?? current
    target?.focus()
  }, [isDone, saved])
  return region
}

function Outcome({ saved }: { saved: Saved | 'undone' }) {
  const { vault } = useFullText()
  if (saved === 'undone') return <>{vault.undone}</>
  return <>{saved.conflicts === 0 ? vault.saved : vault.savedWithConflicts(saved.conflicts)}</>
}
