import { createBrowserSignIn } from '@countersign/sdk/browser'

declare global {
  interface ImportMetaEnv {
    readonly ISSUER: string
    readonly CLIENT_ID: string
  }
}

export const countersign = createBrowserSignIn({
  issuer: import.meta.env.ISSUER,
  clientId: import.meta.env.CLIENT_ID,
  redirectUri: `${location.origin}/callback`,
  scopes: ['openid', 'email', 'profile'],
  // Across reloads and in all tabs.
  staySignedIn: true,
  // In another tab, or because the approval has ended.
  onSignedOut: () => dispatchEvent(new Event('signed-out')),
})
