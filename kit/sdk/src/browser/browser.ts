/** Sign in with Countersign, for a page without a server of its own: a public client, its tokens bound to this browser. */
import type { SignInOptions } from '../authorization-request.ts'
import { type Countersign, createCountersign } from '../countersign.ts'
import type { SignInFlow } from '../flow.ts'
import type { CompletedSignIn, VerifiedClaims } from '../results.ts'
import { checkSettings } from '../settings.ts'
import { readReturnPath } from '../web/return-path.ts'
import { createBrowserStore, keepProofKey } from './browser-store.ts'
import {
  browserSessions,
  createSession,
  describeTokens,
  type KeptSession,
  memorySessions,
  type Session,
} from './session.ts'

export { type Advice, SignInError, type SignInErrorCode } from '../errors.ts'
export { readStepUp } from '../read-step-up.ts'

export type BrowserSettings = {
  /** The address of the provider, exactly as its metadata names it: `https://id.example`. */
  readonly issuer: string | undefined
  /** The app must be registered as public: a page cannot keep a secret. */
  readonly clientId: string | undefined
  /** A page of this app, exactly as registered. It calls `completeSignIn`. */
  readonly redirectUri: string | undefined
  /** Scopes to request; `openid` if left out. */
  readonly scopes?: readonly string[] | undefined
  /** The API that access tokens are for (RFC 8707). */
  readonly resource?: string | undefined
  /**
   * Stay signed in across reloads and in all tabs: the tokens are then stored in the browser, usable only with its key.
   * Otherwise they live in the memory of one page.
   */
  readonly staySignedIn?: boolean | undefined
  /** Called when the user is no longer signed in: they signed out in another tab, or the approval has ended. */
  readonly onSignedOut?: (() => void) | undefined
}

/** The signed-in user. `shared` is undefined after a reload: it is not stored, and userinfo returns it. */
export type SignedIn = Pick<CompletedSignIn, 'subject' | 'scope'> & { readonly shared: VerifiedClaims | undefined }

export type BrowserSignIn = {
  /** Leaves the page for the provider. The browser returns to `redirectUri`, then to `returnTo`, a path of this app. */
  signIn(
    options?: {
      readonly returnTo?: string | undefined
      readonly prompt?: 'login' | 'consent' | 'create' | undefined
    } & Pick<SignInOptions, 'acrValues' | 'maxAgeSeconds' | 'claims'>,
  ): Promise<void>
  /** Call it once on page load: completes a sign-in, removes the code from the address. @throws SignInError */
  completeSignIn(): Promise<SignedIn | undefined>
  /** Calls an API with the access token, refreshed when needed. @throws SignInError `lost_session` */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** Ends the sign-in in all tabs and revokes the tokens; `atProvider` leaves the page to sign out at the provider too. */
  signOut(options?: {
    readonly atProvider?: boolean | undefined
    readonly returnTo?: string | undefined
  }): Promise<void>
}

/** Sign-in for one page. Make one when it loads. @throws TypeError for settings that cannot work */
export function createBrowserSignIn(settings: BrowserSettings): BrowserSignIn {
  const parts = createParts(settings)
  const { name, connect, session, end } = parts
  const news = createTabNews(name, ({ signedOut }) => {
    const left = settings.staySignedIn === true ? session.hasLeft() : leaveWith(parts, signedOut)
    // A page that cannot read the store finds out with its next request.
    left.then((hasLeft) => hasLeft && settings.onSignedOut?.()).catch(() => undefined)
  })
  return {
    signIn: async ({ returnTo, ...options } = {}) => {
      const { url, flow } = await (await connect()).beginSignIn(options)
      keepAttempt(name, { flow, returnPath: readReturnPath(returnTo, location.origin) })
      location.assign(url)
    },
    completeSignIn: async () => {
      const { pathname, searchParams } = new URL(location.href)
      if (pathname === parts.callbackPath && searchParams.has('state')) {
        const signedIn = await finishSignIn(parts)
        news.tell({ signedOut: undefined })
        return signedIn
      }
      const kept = await session.read()
      return kept && { subject: kept.subject, scope: kept.scope, shared: undefined }
    },
    fetch: async (url, init = {}) => {
      const ask = async ({ accessToken }: KeptSession) => (await connect()).fetch(url, { ...init, accessToken })
      const current = await session.renew()
      const answer = await ask(current)
      const isRefused = answer.status === 401 && answer.headers.get('www-authenticate')?.includes('invalid_token')
      return isRefused && !(init.body instanceof ReadableStream)
        ? ask(await session.renew(current.accessToken))
        : answer
    },
    signOut: async ({ atProvider = false, returnTo } = {}) => {
      const kept = await end()
      news.tell({ signedOut: kept?.subject })
      if (!atProvider) return
      location.assign(await (await connect()).signOutUrl({ idToken: kept?.idToken, returnTo }))
    },
  }
}

/** Ends this page's own session when the same user signs out in another tab. A shared session has already ended there. */
async function leaveWith({ session, end }: Parts, subject: string | undefined): Promise<boolean> {
  if (subject === undefined || (await session.read())?.subject !== subject) return false
  await end()
  return true
}

type Attempt = { readonly flow: SignInFlow; readonly returnPath: string }
type TabNews = { readonly signedOut: string | undefined }

type Parts = {
  /** Unique per app and provider: names the database, the lock and the channel. */
  readonly name: string
  readonly callbackPath: string
  readonly session: Session
  readonly connect: () => Promise<Countersign>
  readonly end: () => Promise<KeptSession | undefined>
}

function createParts({ staySignedIn = false, onSignedOut, ...registered }: BrowserSettings): Parts {
  const { issuer, clientId, redirectUri } = checkSettings({ ...registered, allowPlainClaims: true })
  const name = `countersign ${issuer} ${clientId}`
  const store = createBrowserStore(name)
  let made: Promise<Countersign> | undefined
  const connect = () =>
    (made ??= keepProofKey(store)
      .then((dpop) => createCountersign({ ...registered, dpop, allowPlainClaims: true }))
      // Storage may be free by the next try.
      .catch((error: unknown) => {
        made = undefined
        throw error
      }))
  const session = createSession({
    store: staySignedIn ? browserSessions(store) : memorySessions(),
    refresh: async (refreshToken) => (await connect()).refresh(refreshToken),
    alone: (action) => navigator.locks.request(name, action),
    onLost: () => onSignedOut?.(),
  })
  const end = async () => {
    const kept = await session.end()
    // A failed revocation is harmless: the tokens are useless without this browser's key.
    if (kept) await (await connect()).revoke(kept.refreshToken ?? kept.accessToken).catch(() => undefined)
    return kept
  }
  return { name, callbackPath: new URL(redirectUri).pathname, session, connect, end }
}

async function finishSignIn({ name, callbackPath, connect, session }: Parts): Promise<SignedIn> {
  const [callback, attempt] = [location.href, takeAttempt(name)]
  // Before anything can fail: a reload or the back button must not open this callback again.
  history.replaceState(null, '', callbackPath)
  const { tokens, ...shared } = await (await connect()).finishSignIn(callback, attempt?.flow)
  const { subject, scope, idToken } = shared
  await session.begin({ subject, scope, idToken, ...describeTokens(tokens) })
  history.replaceState(null, '', attempt?.returnPath ?? '/')
  return { subject, scope, shared }
}

/** Kept per tab, so that two tabs can sign in side by side. */
function keepAttempt(name: string, attempt: Attempt): void {
  sessionStorage.setItem(name, JSON.stringify(attempt))
}

/** Removes it: a callback that is opened again finds none. */
function takeAttempt(name: string): Attempt | undefined {
  const kept = sessionStorage.getItem(name)
  sessionStorage.removeItem(name)
  if (kept === null) return undefined
  // Written by keepAttempt in this tab.
  const attempt: Attempt = JSON.parse(kept)
  return attempt
}

/** Tells the other tabs of this app when the user signs in or out. */
function createTabNews(name: string, onNews: (news: TabNews) => void) {
  const channel = new BroadcastChannel(name)
  // Posted below, by a page of the same origin.
  channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => onNews(data))
  return { tell: (news: TabNews) => channel.postMessage(news) }
}
