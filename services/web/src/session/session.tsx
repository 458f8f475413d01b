import {
  type CallInput,
  type CallName,
  type CallOutput,
  type Failure,
  type FailureCode,
  type OpenedProfile,
  toFailure,
} from '@countersign/device'
import { type ComponentChildren, createContext, type RefObject } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { VaultClient } from '../worker/vault-client.ts'
import { watchIdle } from './idle-watch.ts'
import { listenToTabs, type TabNews } from './tab-news.ts'

export type LockReason =
  | 'idle'
  | 'idleUnsaved'
  | 'session_ended'
  | 'older_vault'
  | 'recent_sign_in'
  | 'signed_out'
  | 'other_account'
  | 'left'

type SessionState = {
  /** Signed in means open: no session exists without its vault. Undefined while locked. */
  readonly profile?: OpenedProfile
  /** Why the vault is locked. */
  readonly reason?: LockReason | undefined
  /** Why the vault was refused; the worker keeps it until the user decides. */
  readonly refusal?: Failure
}

type Session = SessionState & {
  /** Calls the vault worker. Locks the vault when the session has ended on the server. */
  readonly ask: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>
  /** Starts the worker early, for a password with the OPAQUE code. */
  readonly warmUp: (path: 'password' | 'passkey') => void
  readonly lock: (reason?: LockReason) => void
  /** Whether the page holds changes that a lock would lose. */
  readonly noteUnsaved: (hasUnsaved: boolean) => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('A page was rendered outside of its session.')
  return session
}

/** Calls that `max_age` or `prompt=login` can refuse (OpenID Connect Core §3.1.2.1). */
const ANSWERS: readonly CallName[] = ['approve', 'approveQuickly', 'deny']

/** Holds the session; locks the vault on idleness and when the page is left. */
export function SessionProvider({ vault, children }: { vault: VaultClient; children: ComponentChildren }) {
  const [state, setState] = useState<SessionState>({})
  const unsaved = useRef(false)

  const lock = useCallback(
    (reason?: LockReason) => {
      vault.terminate()
      setState({ reason: reason === 'idle' && unsaved.current ? 'idleUnsaved' : reason })
    },
    [vault],
  )

  useEffect(() => {
    const leave = () => lock('left')
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [lock])

  const isOpen = state.profile !== undefined
  useEffect(() => (isOpen ? watchIdle(() => lock('idle')) : undefined), [isOpen, lock])
  useEffect(() => (isOpen ? persistStorage() : undefined), [isOpen])

  const tabs = useOtherTabs(state.profile, lock, () =>
    readAgain(vault, lock, (profile) => setState((now) => (now.profile ? { profile } : now))),
  )

  const ask = useMemo(() => {
    const keep = (profile: OpenedProfile) => {
      setState({ profile })
      tabs.current?.announce(profile)
    }
    const refuse = (refusal: Failure) => setState(({ reason }) => ({ reason, refusal }))
    return createAsk(vault, { keep, lock, refuse, leave: () => tabs.current?.leave() })
  }, [vault, lock, tabs])

  const session = useMemo<Session>(
    () => ({
      ...state,
      lock,
      ask,
      warmUp: (path) => {
        vault.warmUp()
        // The sign-in loads it again and reports a failure.
        if (path !== 'passkey') vault.call('loadPassword', {}).catch(() => undefined)
      },
      noteUnsaved: (hasUnsaved) => {
        unsaved.current = hasUnsaved
      },
    }),
    [state, lock, ask, vault],
  )
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

/** Of a vault, and of a whole account. */
const REFUSALS: readonly FailureCode[] = [
  'account_suspended',
  'rollback',
  'fork',
  'tampered',
  'incomplete',
  'wrong_owner',
  'unlisted_unlock',
  'missing_unlock',
]

/** After these calls the worker holds the sign-in's root, with which the user can save a refused vault or go on. */
const SIGN_INS: readonly CallName[] = [
  'signIn',
  'finishPasskeySignIn',
  'signInByRecoveryKey',
  'unlockByPassword',
  'unlockByPasskey',
]

type Outcomes = {
  readonly keep: (profile: OpenedProfile) => void
  readonly lock: Session['lock']
  readonly refuse: (refusal: Failure) => void
  readonly leave: () => void
}

/** Calls the worker, keeps the changed profile, and locks when a call ends the session. */
function createAsk(vault: VaultClient, { keep, lock, refuse, leave }: Outcomes): Session['ask'] {
  return async (name, input) => {
    // Even if the server refuses.
    if (name === 'signOut') leave()
    try {
      const output = await vault.call(name, input)
      if (isProfile(output)) keep(output)
      if (name === 'signOut' || name === 'deleteAccount') lock('signed_out')
      return output
    } catch (error) {
      const failure = toFailure(error)
      const { code } = failure
      if (SIGN_INS.includes(name) && REFUSALS.includes(code)) refuse(failure)
      else lockAfter(failure, lock)
      // Other calls ask for a gesture and repeat within the open session.
      if (code === 'reauth_required' && ANSWERS.includes(name)) lock('recent_sign_in')
      throw error
    }
  }
}

function lockAfter({ code }: Failure, lock: Session['lock']): void {
  if (code === 'rollback' || code === 'fork') lock('older_vault')
  if (code === 'invalid_session' || code === 'key_rotated') lock('session_ended')
}

/** Reads another tab's write. A failure is harmless: the next write merges. */
async function readAgain(vault: VaultClient, lock: Session['lock'], show: (profile: OpenedProfile) => void) {
  try {
    show(await vault.call('refresh', {}))
  } catch (error) {
    lockAfter(toFailure(error), lock)
  }
}

/** Reads again after another tab's write; locks after another tab's sign-out. */
function useOtherTabs(
  profile: OpenedProfile | undefined,
  lock: Session['lock'],
  refresh: () => Promise<void>,
): RefObject<TabNews | null> {
  const openProfile = useRef(profile)
  const refreshNow = useRef(refresh)
  const tabs = useRef<TabNews | null>(null)
  openProfile.current = profile
  refreshNow.current = refresh
  useEffect(() => {
    const listener = listenToTabs(() => openProfile.current, {
      onNewer: () => void refreshNow.current(),
      onLeft: () => lock('signed_out'),
    })
    tabs.current = listener
    return () => listener.close()
  }, [lock])
  return tabs
}

function isProfile(output: CallOutput<CallName>): output is OpenedProfile {
  return output !== null && 'memory' in output
}

/** Asks the browser to keep this device's memory, which detects a rolled-back vault. Some browsers ask the user. */
function persistStorage(): void {
  // Missing without https and in older browsers.
  navigator.storage?.persist?.().catch(() => undefined)
}
