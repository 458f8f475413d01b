import type { OpenedProfile } from '@countersign/device'

/** What tabs send each other: whose vault has which generation, or who has left. Nothing secret. */
export type News = { readonly userId: string } & ({ readonly gen: number } | { readonly hasLeft: true })

export type TabNews = {
  /** Sends the other tabs what this one has; one whose vault is older hears of it. */
  readonly announce: (profile: OpenedProfile) => void
  /** Tells the other tabs that the person of this one signs out. */
  readonly leave: () => void
  readonly close: () => void
}

type Heard = {
  /** Called in every tab whose vault is older than another tab's. */
  readonly onNewer: () => void
  /** Called in every tab whose person has signed out in another one. */
  readonly onLeft: () => void
}

export const TABS_CHANNEL = 'countersign.vault'

/**
 * Keeps the tabs of one browser together: when one has written, the others with the same vault open read it again. The
 * message is only a hint; what is read is checked like everything that the server sends. When one has signed out, the
 * others lock, whether the server has heard of it or not.
 */
export function listenToTabs(findOpen: () => OpenedProfile | undefined, { onNewer, onLeft }: Heard): TabNews {
  const channel = new BroadcastChannel(TABS_CHANNEL)
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
