import { serve } from './serve.mjs'

// As much of a browser as the library uses: storage, and an address to go to.
const storage = new Map()
const sessionStorage = {
  getItem: (name) => storage.get(name) ?? null,
  setItem: (name, value) => storage.set(name, value),
  removeItem: (name) => storage.delete(name),
}
const location = {}
globalThis.window = { location, sessionStorage, localStorage: sessionStorage, addEventListener() {} }
window.self = window.top = window
Object.assign(globalThis, { sessionStorage, localStorage: sessionStorage })
// The settings of docs/guides/apps/libraries.md, with values.
const { users } = await import('./oidc-client-ts.settings.mjs')

serve({
  signIn: () =>
    new Promise((resolve, reject) => {
      location.assign = resolve
      users.signinRedirect().catch(reject)
    }),
  callback: async (url) => (await users.signinRedirectCallback(url.href)).profile,
})
