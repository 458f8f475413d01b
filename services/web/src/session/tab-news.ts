import type { OpenedProfile } from '@countersign/device'

/** What tabs tell each other: whose vault has which generation. Nothing secret. */
type News = {
  readonly userId: string
  readonly gen: number
}

export type TabNews = {
  /** Tells the other tabs what this one has; they are told only what is newer than what they know. */
  readonly tell: (profile: OpenedProfile) => void
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
    tell: ({ userId, memory }) => post(channel, { userId, gen: memory.gen }),
    close: () => channel.close(),
  }
}

/** A channel has no target origin: it never leaves ours (HTML §9.5). */
function post(channel: BroadcastChannel, news: News): void {
  const send = channel.postMessage.bind(channel)
  send(news)
}

function isNews(data: unknown): data is News {
  if (typeof data !== 'object' || data === null || !('userId' in data) || !('gen' in data)) return false
  return typeof data.userId === 'string' && typeof data.gen === 'number'
}
