import { type News, TABS_CHANNEL } from './tab-news.ts'

/** Has every tab lock in which the vault of this person is open, where this one has it locked itself. */
export function tellTabsOfLeaving(userId: string): void {
  const channel = new BroadcastChannel(TABS_CHANNEL)
  channel.postMessage({ userId, hasLeft: true } satisfies News)
  channel.close()
}
