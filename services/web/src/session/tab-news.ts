import type { OpenedProfile } from '@countersign/device'
import { storedAs } from '@countersign/ui/place.ts'

type Open = Pick<OpenedProfile, 'userId' | 'memory'>

/** Messages between tabs: a vault's generation, or a sign-out. Nothing secret. */
type News = { readonly userId: string } & ({ readonly gen: number } | { readonly hasLeft: true })

export type TabNews = {
  /** Sends this tab's generation; tabs with an older one read again. */
  readonly announce: (profile: Open) => void
  readonly leave: () => void
  readonly close: () => void
}

type Heard = {
  readonly onNewer: () => void
  readonly onLeft: () => void
}

const TABS_CHANNEL = 'countersign.vault'

/** Keeps tabs together: after a write in one, others read again; after a sign-out, others lock, even if core missed it. */
export function listenToTabs(findOpen: () => Open | undefined, { onNewer, onLeft }: Heard): TabNews {
  const channel = new BroadcastChannel(storedAs(TABS_CHANNEL))
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const open = findOpen()
    if (!open || !isNews(data) || data.userId !== open.userId) return
    if ('hasLeft' in data) onLeft()
    else if (data.gen > open.memory.gen) onNewer()
  })
  return {
    announce: ({ userId, memory }) => channel.postMessage({ userId, gen: memory.gen } satisfies News),
    leave() {
      const open = findOpen()
      if (open) channel.postMessage({ userId: open.userId, hasLeft: true } satisfies News)
    },
    close: () => channel.close(),
  }
}

function isNews(data: unknown): data is News {
  if (typeof data !== 'object' || data === null || !('userId' in data)) return false
  if (typeof data.userId !== 'string') return false
  return 'hasLeft' in data ? data.hasLeft === true : 'gen' in data && typeof data.gen === 'number'
}

/** Locks every tab that has this user's vault open, when this tab is locked already. */
export function tellTabsOfLeaving(userId: string): void {
  const channel = new BroadcastChannel(storedAs(TABS_CHANNEL))
  channel.postMessage({ userId, hasLeft: true } satisfies News)
  channel.close()
}
