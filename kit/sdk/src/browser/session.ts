import { SignInError } from '../errors.ts'
import type { RefreshedTokens, Tokens } from '../results.ts'
import type { BrowserStore } from './browser-store.ts'

export type KeptSession = {
  readonly subject: string
  readonly scope: readonly string[]
  readonly idToken: string | undefined
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** In milliseconds since 1970. */
  readonly expiresAt: number
}

/** Keeps a session in the memory of one page, or in the browser for all tabs. */
export type SessionStore = {
  readonly read: () => Promise<KeptSession | undefined>
  readonly write: (session: KeptSession | undefined) => Promise<void>
}

export type Session = {
  readonly read: () => Promise<KeptSession | undefined>
  readonly begin: (session: KeptSession) => Promise<void>
  /** Returns the session with an access token that is still good and is not the refused one. */
  readonly renew: (refused?: string) => Promise<KeptSession>
  /** Returns the session that it ended. */
  readonly end: () => Promise<KeptSession | undefined>
  /** True, once, if another tab has ended this page's session or replaced it with another user's. */
  readonly hasLeft: () => Promise<boolean>
}

type Needs = {
  readonly store: SessionStore
  readonly refresh: (refreshToken: string) => Promise<RefreshedTokens>
  /** Runs in one tab at a time: a refresh token works once. */
  readonly alone: <Result>(action: () => Promise<Result>) => Promise<Result>
  readonly onLost: () => void
}

const NAME = 'session'
const EARLY_MS = 30_000

export function memorySessions(): SessionStore {
  let kept: KeptSession | undefined
  return { read: async () => kept, write: async (session) => void (kept = session) }
}

export function browserSessions(store: BrowserStore): SessionStore {
  return {
    read: async () => {
      const kept = await store.get(NAME)
      return isSession(kept) ? kept : undefined
    },
    // Without the id_token, which may hold shared claims.
    write: async (session) => (session ? store.put(NAME, { ...session, idToken: undefined }) : store.remove(NAME)),
  }
}

export function createSession({ store, refresh, alone, onLost }: Needs): Session {
  /** The user as this page last knew; another tab may have changed it. */
  let subject: string | undefined
  const know = (kept: KeptSession | undefined) => {
    subject = kept?.subject
    return kept
  }
  const lose = async (kept: KeptSession | undefined): Promise<never> => {
    know(undefined)
    await store.write(undefined)
    if (kept) onLost()
    throw new SignInError('lost_session', 'The sign-in here has ended. Begin a new one.')
  }
  const renewAlone = async (refused: string | undefined): Promise<KeptSession> => {
    // Another tab may have refreshed it meanwhile.
    const kept = await store.read()
    if (kept && kept.accessToken !== refused && kept.expiresAt > Date.now() + EARLY_MS) return kept
    if (kept?.refreshToken === undefined) return lose(kept)
    try {
      const { tokens, scope } = await refresh(kept.refreshToken)
      const renewed = { ...kept, scope, ...describeTokens(tokens) }
      await store.write(renewed)
      return renewed
    } catch (error) {
      return error instanceof SignInError && error.code === 'invalid_grant' ? lose(kept) : Promise.reject(error)
    }
  }
  return {
    read: async () => know(await store.read()),
    begin: (session) => alone(() => store.write(know(session))),
    renew: (refused) =>
      alone(async () => {
        const kept = await renewAlone(refused)
        know(kept)
        return kept
      }),
    end: () =>
      alone(async () => {
        know(undefined)
        const kept = await store.read()
        await store.write(undefined)
        return kept
      }),
    hasLeft: async () => {
      if (subject === undefined || (await store.read())?.subject === subject) return false
      know(undefined)
      return true
    },
  }
}

export function describeTokens({ accessToken, refreshToken, expiresInSeconds }: Tokens) {
  return { accessToken, refreshToken, expiresAt: Date.now() + expiresInSeconds * 1000 }
}

function isSession(value: unknown): value is KeptSession {
  return typeof value === 'object' && value !== null && 'accessToken' in value && 'subject' in value
}
