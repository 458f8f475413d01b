import { type Failure, toFailure } from '@countersign/device'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf, navigate, useRoute } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { useSession } from '../../session/session.tsx'
import { invitationInAddress, keepInvitation, readInvitation } from './kept-invitation.ts'

type Invited = { readonly invitation?: string }

export type Admission = {
  readonly state: 'admitted' | 'checking' | 'invitation_needed' | 'closed'
  /** Why an invitation was refused. */
  readonly failure: Failure | undefined
  /** Takes an invitation if core does. @throws ClientError */
  readonly offer: (token: string) => Promise<void>
  /**
   * Runs a sign-up step with the invitation. If core refuses that, the page asks for another invitation, unless the step is
   * repeated: then the first try may have used the last place.
   */
  readonly withInvitation: <Output>(
    step: (invited: Invited) => Promise<Output>,
    isRepeated?: boolean,
  ) => Promise<Output>
}

/** Whether this person may sign up, as far as is known: by the page's setting, their invitation and core's answers. */
export function useAdmission(): Admission {
  const { ask } = useSession()
  const { signUps } = usePreview()
  const route = useRoute()
  const [mode, setMode] = useState(signUps)
  const [token, setToken] = useState(() => invitationInAddress() ?? readInvitation())
  const [failure, setFailure] = useState<Failure>()
  const [isChecking, setChecking] = useState(mode === 'invited' && token !== undefined)

  const keep = (next: string | undefined) => {
    keepInvitation(next)
    setToken(next)
  }
  const refuse = (error: unknown) => {
    const refusal = toFailure(error)
    if (refusal.code === 'sign_ups_closed') setMode('closed')
    if (refusal.code !== 'invalid_invitation' && refusal.code !== 'invitation_required') return
    keep(undefined)
    setMode('invited')
    setFailure(refusal.code === 'invalid_invitation' ? refusal : undefined)
  }
  const offer = async (offered: string) => {
    await ask('checkInvitation', { invitation: offered })
    keep(offered)
  }
  const withInvitation: Admission['withInvitation'] = async (step, isRepeated = false) => {
    try {
      return await step(token === undefined ? {} : { invitation: token })
    } catch (error) {
      if (!isRepeated) refuse(error)
      throw error
    }
  }

  useEffect(() => {
    const arrived = invitationInAddress()
    if (arrived === undefined) return
    keep(arrived)
    // Takes it out of the history.
    navigate(addressOf(PATHS.signUp, route.authRequestId), { replace: true })
  }, [route])
  useEffect(() => {
    if (mode !== 'invited' || token === undefined) return
    // Without an answer the sign-up itself will ask.
    void offer(token)
      .catch(refuse)
      .finally(() => setChecking(false))
  }, [])

  const isNeeded = mode === 'invited' && token === undefined
  const state = mode === 'closed' ? mode : isNeeded ? 'invitation_needed' : isChecking ? 'checking' : 'admitted'
  return { state, failure, offer, withInvitation }
}
