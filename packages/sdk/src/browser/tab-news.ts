/** What another tab did: somebody signed out there, or somebody signed in. */
export type TabNews = { readonly signedOut: string | undefined }

/** Tells the other tabs of this app in this browser when somebody signed in or out, and hears of it from them. */
export function createTabNews(name: string, onNews: (news: TabNews) => void) {
  const channel = new BroadcastChannel(name)
  // Told below, by a page of the same origin.
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => onNews(data))
  return { tell: (news: TabNews) => channel.postMessage(news) }
}
