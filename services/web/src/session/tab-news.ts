import type { OpenedProfile } from '@countersign/device'

/** What tabs send each other: whose vault has which generation. Nothing secret. */
type News = {
  readonly userId: string
  readonly gen: number
}

export type TabNews = {
  /** Sends the other tabs what this one has; one whose vault is older hears of it. */
  readonly announce: (profile: OpenedProfile) => void
  readonly close: () => void
}

const CHANNEL = 'countersign.vault'

/**
 * Keeps the tabs of one browser together: when one has written, the others with the same vault open read it again. The
 * message is only a hint; what is read is checked like everything that the server sends.
 * @param onNewer called in every tab whose vault is older than another tab's
 */
export function listenToTabs(findOpen: () => OpenedProfile | undefined, onNewer: () => void): TabNews {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const open = findOpen()
    if (open && isNews(data) && data.userId === open.userId && data.gen > open.memory.gen) onNewer()
  })
  return {
    announce: ({ userId, memory }) => channel.postMessage({ userId, gen: memory.gen } satisfies News),
    close: () => channel.close(),
  }
}

function isNews(data: unknown): data is News {
  if (typeof data !== 'object' || data === null || !('userId' in data) || !('gen' in data)) return false
  return typeof data.userId === 'string' && typeof data.gen === 'number'
}
