import type { OpenedProfile } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useSession } from '../../session/session.tsx'
import { UnlockPage } from '../sign-in/sign-in-page.tsx'

type RequireSignInProps = {
  /** Why to sign in, in place of the usual lead. */
  readonly lead?: string | undefined
  readonly children: (profile: OpenedProfile) => ComponentChildren
}

/** A page of someone who is signed in. Locked, it asks for that first and goes on at the same address. */
export function RequireSignIn({ lead, children }: RequireSignInProps) {
  const { state } = useSession()
  return state.status === 'open' ? children(state.profile) : <UnlockPage authRequestId={undefined} lead={lead} />
}
