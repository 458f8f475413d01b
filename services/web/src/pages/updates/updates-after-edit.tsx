import type { AppUpdate, OpenedProfile } from '@countersign/device'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { canSend, changedOnes } from './app-updates.ts'
import { UpdatesDialog } from './updates-dialog.tsx'

/** After a change of the vault in this tab: asks whether apps that are kept up to date get theirs of it. */
export function UpdatesAfterEdit({ memory: { gen } }: Pick<OpenedProfile, 'memory'>) {
  const { offer, dialog } = useOfferedUpdates()
  const seen = useRef(gen)
  useEffect(() => {
    const isNews = gen !== seen.current
    seen.current = gen
    // A hidden tab follows the one that wrote.
    if (isNews && document.visibilityState === 'visible') void offer()
  }, [gen, offer])
  return dialog
}

/** Asks once about the same changes: declined ones are offered again after another change of them. */
export function useOfferedUpdates(onClosed?: () => void) {
  const { ask } = useSession()
  const [offered, setOffered] = useState<readonly AppUpdate[]>()
  const declined = useRef<ReadonlySet<string>>(new Set())
  const offer = useCallback(async () => {
    // Best effort: the page of the connected apps shows what each one lacks.
    const updates = changedOnes(await ask('listUpdates', {}).catch(() => []))
    const isNews = updates.some((update) => canSend(update) && !declined.current.has(keyOf(update)))
    if (isNews) setOffered((open) => open ?? updates)
  }, [ask])
  const close = () => {
    declined.current = new Set(offered?.map(keyOf))
    setOffered(undefined)
    onClosed?.()
  }
  return { offer, dialog: offered ? <UpdatesDialog updates={offered} onClose={close} /> : null }
}

function keyOf({ clientId, changes }: AppUpdate): string {
  return JSON.stringify([clientId, changes])
}
