/** Tells the other tabs of this app in this browser when the person has signed out, and hears of it from them. */
export function createTabNews(name: string, onSignedOut: () => void) {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', onSignedOut)
  return { tellSignedOut: () => channel.postMessage('signed-out') }
}
