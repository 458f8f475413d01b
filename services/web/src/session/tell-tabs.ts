import { type News, TABS_CHANNEL } from './tab-news.ts'

/** Locks every tab that has this user's vault open, when this tab is locked already. */
export function tellTabsOfLeaving(userId: string): void {
  const channel = new BroadcastChannel(TABS_CHANNEL)
  channel.postMessage({ userId, hasLeft: true } satisfies News)
  channel.close()
}
