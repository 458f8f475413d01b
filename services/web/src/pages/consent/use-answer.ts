import type { AuthorizationRequestDetails } from '@countersign/contracts'
import {
  type AppCheck,
  type AuthorizationResult,
  approvedScopes,
  buildReturnAddress,
  DENIED,
  findRequiredGap,
  findUnverified,
  type RequiredGap,
  type ReturnParts,
  type ScopeShare,
  sharesOf,
  shownClaims,
  toFailure,
  typedClaims,
} from '@countersign/device'
import { useRef, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { Choices } from './use-choices.ts'

export type AnswerProps = {
  readonly details: AuthorizationRequestDetails
  readonly check: AppCheck
  readonly issuer: string
  readonly choices: Choices
  /** The request was answered or has expired meanwhile. */
  readonly onOutdated: () => void
}

/** What stands in the way of an approval that was asked for. */
export type Obstacle =
  | RequiredGap
  | { readonly reason: 'key' }
  | { readonly reason: 'unverified'; readonly claim: string }

/** Approve and deny, one at a time: what the device is told is what is shown, at the moment of the click. */
export function useAnswer({ details, check, issuer, choices, onOutdated }: AnswerProps) {
  const { state, ask } = useSession()
  const task = useTask<'approve' | 'deny'>()
  const { leaving, leave } = useLeaving(details, issuer)
  const [acceptsKey, setAcceptsKey] = useState(false)
  const [wasStopped, setStopped] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const vault = state.status === 'open' ? state.profile.claims : []
  const shares = sharesOf(details, { vault, selection: choices.selection })
  const isKeyOpen = check.keyChanged && !acceptsKey
  const obstacle = findObstacle(shares, { isKeyOpen, required: details.client.verified_claims_required })

  const answer = (name: 'approve' | 'deny', work: () => Promise<void>) =>
    task.run(name, async () => {
      try {
        await work()
      } catch (error) {
        const { code } = toFailure(error)
        if (code === 'request_expired' || code === 'request_not_pending') return onOutdated()
        // Something else stands in the vault than was shown: it is shown now, before anything is shared.
        // So it does where what was verified no longer counts as that.
        if (code === 'stale_vault' || code === 'invalid_attestation') await ask('refresh', {}).catch(() => undefined)
        throw error
      }
    })

  const typed = typedClaims(shares)
  const isTyped = Object.keys(typed).length > 0
  const saveTyped = async () => {
    const { claims } = await ask('saveProfile', { values: typed })
    choices.forgetTyped(Object.keys(typed))
    return claims
  }
  const approve = () => {
    setStopped(obstacle !== undefined)
    // What is to be verified has to be in the vault first.
    if (obstacle?.reason === 'unverified' && isTyped) return answer('approve', async () => void (await saveTyped()))
    if (obstacle !== undefined) return focusObstacle(form.current, obstacle)
    answer('approve', async () => {
      const saved = isTyped ? await saveTyped() : vault
      const { code, ...parts } = await ask('approve', {
        id: details.auth_request_id,
        scopes: approvedScopes(shares),
        claims: shownClaims(shares, saved),
        acceptNewKey: acceptsKey,
      })
      leave(parts, { code })
    })
  }
  const deny = () => answer('deny', async () => leave(await ask('deny', { id: details.auth_request_id }), DENIED))

  const shownObstacle = wasStopped ? obstacle : undefined
  return { shares, task, obstacle: shownObstacle, leaving, form, acceptsKey, setAcceptsKey, approve, deny }
}

/** Goes to the app, if core names the very address that the page has shown. */
function useLeaving(shown: AuthorizationRequestDetails, issuer: string) {
  const [leaving, setLeaving] = useState<string>()
  const leave = (parts: ReturnParts, result: AuthorizationResult) => {
    const isShownTarget = parts.redirectUri === shown.redirect_uri
    const address = isShownTarget
      ? buildReturnAddress(shown, { ...result, state: parts.state, iss: issuer })
      : undefined
    setLeaving(address ?? 'unsafe')
    // In the place of this page: the way back from the app must not lead to a request that is answered.
    if (address !== undefined) location.replace(address)
  }
  return { leaving, leave }
}

type Expected = { readonly isKeyOpen: boolean; readonly required: readonly string[] | undefined }

function findObstacle(shares: readonly ScopeShare[], { isKeyOpen, required }: Expected): Obstacle | undefined {
  if (isKeyOpen) return { reason: 'key' }
  const gap = findRequiredGap(shares)
  if (gap) return gap
  const claim = findUnverified(shares, required)
  return claim === undefined ? undefined : { reason: 'unverified', claim }
}

/** The name of the form's element that settles an obstacle. */
export const ACCEPT_KEY = 'accept-key'

function focusObstacle(form: HTMLFormElement | null, obstacle: Obstacle): void {
  const field = form?.elements.namedItem('claim' in obstacle ? obstacle.claim : ACCEPT_KEY)
  if (field instanceof HTMLElement) field.focus()
}
