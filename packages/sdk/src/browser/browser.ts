/** Sign in with Countersign, for a page without a server of its own: a public client, its tokens bound to this browser. */
import { type Countersign, createCountersign } from '../countersign.ts'
import type { CompletedSignIn, VerifiedClaims } from '../results.ts'
import { checkSettings } from '../settings.ts'
import { readReturnPath } from '../web/return-path.ts'
import { keepAttempt, takeAttempt } from './attempt.ts'
import { createBrowserStore } from './browser-store.ts'
import { keepProofKey } from './proof-key.ts'
import {
  browserSessions,
  createSession,
  describeTokens,
  type KeptSession,
  memorySessions,
  type Session,
} from './session.ts'
import { createTabNews } from './tab-news.ts'

export { type Advice, SignInError, type SignInErrorCode } from '../errors.ts'

export type BrowserSettings = {
  /** The address of the provider, exactly as its metadata names it: `https://id.example`. */
  readonly issuer: string | undefined
  /** Of an app that is registered as public: what everybody loads holds no secret. */
  readonly clientId: string | undefined
  /** A page of this app, exactly as registered. It calls `completeSignIn`. */
  readonly redirectUri: string | undefined
  /** What to ask for; `openid` if left out. */
  readonly scopes?: readonly string[] | undefined
  /** The API that access tokens are for (RFC 8707). */
  readonly resource?: string | undefined
  /**
   * Stay signed in over a reload, and in all tabs: the tokens are then kept in the browser, where they are of use with its
   * key alone. Otherwise they live in the memory of one page.
   */
  readonly staySignedIn?: boolean | undefined
  /** Nobody is signed in here any more: in another tab they signed out, or the approval has ended. */
  readonly onSignedOut?: (() => void) | undefined
}

/** Who is signed in. After a reload that is who, and not what they shared, which is kept nowhere: userinfo tells it. */
export type SignedIn = Pick<CompletedSignIn, 'subject' | 'scope'> & { readonly shared: VerifiedClaims | undefined }

export type BrowserSignIn = {
  /** Leaves the page for the provider. The browser comes back to `redirectUri`, and then to `returnTo`, a path of this app. */
  signIn(options?: {
    readonly returnTo?: string | undefined
    readonly prompt?: 'login' | 'consent' | 'create' | undefined
  }): Promise<void>
  /**
   * To be called once, when a page has loaded: ends a sign-in if the browser has come back from one, and takes its code out
   * of the address. Answers who is signed in; nothing where nobody is.
   * @throws SignInError
   */
  completeSignIn(): Promise<SignedIn | undefined>
  /**
   * Asks an API with the access token, which is renewed where it is time to.
   * @throws SignInError `lost_session` where nobody is signed in
   */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** Ends the sign-in here, in all tabs, and the tokens at the provider; `atProvider` leaves the page to sign out there too. */
  signOut(options?: {
    readonly atProvider?: boolean | undefined
    readonly returnTo?: string | undefined
  }): Promise<void>
}

/**
 * Sign-in for one page. Make one when it loads.
 * @throws TypeError for settings that cannot work
 */
export function createBrowserSignIn(settings: BrowserSettings): BrowserSignIn {
  const parts = createParts(settings)
  const { name, connect, session, end } = parts
  const news = createTabNews(name, ({ signedOut }) => {
    const left = settings.staySignedIn === true ? session.hasLeft() : leaveWith(parts, signedOut)
    // Who cannot read what is kept learns it with the next request.
    left.then((hasLeft) => hasLeft && settings.onSignedOut?.()).catch(() => undefined)
  })
  return {
    signIn: async ({ returnTo, prompt } = {}) => {
      const { url, flow } = await (await connect()).beginSignIn({ prompt })
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

/**
 * Ends what this page alone keeps when the same person signs out in another tab. What is kept for all tabs has ended there, and
 * may be a new sign-in by the time that this one hears of it.
 */
async function leaveWith({ session, end }: Parts, subject: string | undefined): Promise<boolean> {
  if (subject === undefined || (await session.read())?.subject !== subject) return false
  await end()
  return true
}

/** What a sign-in in a page works with. */
type Parts = {
  /** Of this app at this provider: what is kept for another beside it has another. */
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
      // The next one may find room.
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
    // Ended here all the same: without this browser's key they are of no use.
    if (kept) await (await connect()).revoke(kept.refreshToken ?? kept.accessToken).catch(() => undefined)
    return kept
  }
  return { name, callbackPath: new URL(redirectUri).pathname, session, connect, end }
}

async function finishSignIn({ name, callbackPath, connect, session }: Parts): Promise<SignedIn> {
  const [callback, attempt] = [location.href, takeAttempt(name)]
  // Before anything can fail: neither a reload nor the way back opens the same callback again.
  history.replaceState(null, '', callbackPath)
  const { tokens, ...shared } = await (await connect()).finishSignIn(callback, attempt?.flow)
  const { subject, scope, idToken } = shared
  await session.begin({ subject, scope, idToken, ...describeTokens(tokens) })
  history.replaceState(null, '', attempt?.returnPath ?? '/')
  return { subject, scope, shared }
}
