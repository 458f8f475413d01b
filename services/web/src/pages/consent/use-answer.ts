import type { AuthorizationRequestDetails } from '@countersign/contracts'
import {
  type AppCheck,
  type AuthorizationResult,
  approvedScopes,
  buildReturnAddress,
  DENIED,
  findRequiredGap,
  findReturnTarget,
  findUnverified,
  normaliseClaims,
  type OpenedProfile,
  offeredClaims,
  type RequiredGap,
  type ReturnParts,
  type ScopeShare,
  type Selection,
  sharesOf,
  shownClaims,
  toFailure,
  typedClaims,
} from '@countersign/device'
import { useWrongFieldFocus } from '@countersign/ui/form.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { verifyButtonName } from '../../verification/entry-verification.tsx'
import { isLastingSound, LAST_DAY, type Lasting, OPEN_END, termsOf } from './lasting.tsx'
import { type Choices, useChoices } from './use-choices.ts'
import { NEEDS_RECOVERY_KEY, useRecoveryKeyGate } from './use-recovery-key-gate.tsx'

export type AnswerProps = {
  readonly details: AuthorizationRequestDetails
  readonly check: AppCheck
  readonly issuer: string
  /** The request was answered elsewhere or has expired. */
  readonly onOutdated: () => void
}

/** Approve and deny, one at a time. The device gets exactly what the page showed at the click. */
export function useAnswer({ details, check, issuer, onOutdated }: AnswerProps) {
  const { profile, ask } = useSession()
  const { task, answer } = useAnswering(onOutdated)
  const { leaving, answered, leave } = useLeaving(details, issuer)
  const conditions = useConditions(details.client, check.last)
  const gate = useRecoveryKeyGate()
  const { acceptsKey, lasting } = conditions
  const [wasStopped, setStopped] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const vault = profile ? shareableClaims(profile, details) : []
  const choices = useChoices(details, { vault, last: check.last })
  const sharesFor = (selection: Selection) => sharesOf(details, { vault, selection, last: check.last })
  const shares = sharesFor(choices.selection)
  const { verified_claims_required: required } = details.client
  const obstacle = findObstacle(shares, { isKeyOpen: check.keyChanged && !acceptsKey, lasting, required })

  const { isTyped, malformed, saveTyped } = useTyped(shares, { choices, form })
  const approve = () => {
    setStopped(obstacle !== undefined)
    // A value must be in the vault before it can be verified.
    if (obstacle?.reason === 'unverified' && isTyped) return answer('approve', async () => void (await saveTyped()))
    if (obstacle !== undefined) return focusObstacle(form.current, obstacle)
    answer('approve', async () => {
      const kept = await saveTyped()
      if (kept === undefined) return
      const approval = {
        id: details.auth_request_id,
        scopes: approvedScopes(shares),
        claims: shownClaims(sharesFor({ ...choices.selection, typed: kept.typed }), [...kept.saved, ...vault]),
        acceptNewKey: acceptsKey,
        grant: termsOf(lasting),
      }
      const { code, ...parts } = await gate.pass(() => ask('approve', approval))
      leave(parts, { code })
    })
  }
  const deny = () => answer('deny', async () => leave(await ask('deny', { id: details.auth_request_id }), DENIED))

  const stopped: ShownObstacle | undefined = wasStopped ? obstacle : undefined
  return {
    shares,
    choices,
    task,
    obstacle: malformed ?? stopped,
    leaving,
    answered,
    form,
    recoveryKeyPage: gate.page,
    ...conditions,
    approve,
    deny,
  }
}

function shareableClaims({ claims, credentials }: OpenedProfile, details: AuthorizationRequestDetails) {
  return [...claims, ...offeredClaims(details, credentials, Date.now())]
}

/** The typed values to share, and a function that saves them to the vault first. */
function useTyped(shares: readonly ScopeShare[], { choices, form }: Typing) {
  const { ask } = useSession()
  const typed = typedClaims(shares)
  const isTyped = Object.keys(typed).length > 0
  // A refusal holds until the selection changes.
  const [refused, setRefused] = useState<Pick<Choices, 'selection'>>()
  const isMalformed = refused?.selection === choices.selection
  useWrongFieldFocus(form, isMalformed && refused)
  /** Resolves to undefined if a field must be corrected first. */
  const saveTyped = async () => {
    if (!isTyped) return { saved: [], typed }
    const values = await normaliseClaims(typed, new Date()).catch(orMalformed)
    if (values === undefined) return setRefused({ selection: choices.selection })
    const { claims } = await ask('saveProfile', { values })
    choices.forgetTyped(Object.keys(typed))
    return { saved: claims, typed: values }
  }
  return { isTyped, malformed: isMalformed ? ({ reason: 'malformed' } as const) : undefined, saveTyped }
}

type Typing = { readonly choices: Choices; readonly form: RefObject<HTMLFormElement | null> }

function orMalformed(error: unknown): undefined {
  if (toFailure(error).code !== 'malformed_claim') throw error
}

/** An app is kept up to date as last time, if it still takes updates. */
function useConditions(client: AuthorizationRequestDetails['client'], last: AppCheck['last']) {
  const [acceptsKey, setAcceptsKey] = useState(false)
  const keepsUpToDate = client.keeps_up_to_date === true && last?.keepsUpToDate === true
  const [lasting, setLasting] = useState({ ...OPEN_END, keepsUpToDate })
  return { acceptsKey, setAcceptsKey, lasting, setLasting }
}

/** Sends one answer at a time, and reloads a request or vault that has changed. */
function useAnswering(onOutdated: () => void) {
  const { ask } = useSession()
  const task = useTask<'approve' | 'deny'>()
  const answer = (name: 'approve' | 'deny', work: () => Promise<void>) =>
    task.run(name, async () => {
      try {
        await work()
      } catch (error) {
        const { code } = toFailure(error)
        // The user went back from the recovery key to the request.
        if (code === NEEDS_RECOVERY_KEY) return
        if (code === 'request_expired' || code === 'request_not_pending') return onOutdated()
        // The vault or a verification is not as shown: show it before anything is shared.
        if (code === 'stale_vault' || code === 'invalid_attestation') await ask('refresh', {}).catch(() => undefined)
        throw error
      }
    })
  return { task, answer }
}

/** Returns to the app, if core names exactly the address that the page showed; a device polls instead. */
function useLeaving(shown: AuthorizationRequestDetails, issuer: string) {
  const [leaving, setLeaving] = useState<string>()
  const [answered, setAnswered] = useState<'approved' | 'denied'>()
  const leave = (parts: ReturnParts, result: AuthorizationResult) => {
    const isShownTarget = parts.redirectUri === shown.redirect_uri
    if (isShownTarget && findReturnTarget(shown.redirect_uri)?.kind === 'device') {
      return setAnswered('code' in result ? 'approved' : 'denied')
    }
    const address = isShownTarget
      ? buildReturnAddress(shown, { ...result, state: parts.state, iss: issuer })
      : undefined
    setLeaving(address ?? 'unsafe')
    // Replaces this page: Back from the app must not lead to an answered request.
    if (address !== undefined) location.replace(address)
  }
  return { leaving, answered, leave }
}

type Obstacle =
  | RequiredGap
  | { readonly reason: 'key' | 'last-day' }
  | { readonly reason: 'unverified'; readonly claim: string }

/** An obstacle as shown; `malformed` is found only by saving. */
export type ShownObstacle = Obstacle | { readonly reason: 'malformed' }

type Answered = {
  readonly isKeyOpen: boolean
  readonly lasting: Lasting
  readonly required: readonly string[] | undefined
}

/** The first thing that must be settled before the request can be approved. */
function findObstacle(shares: readonly ScopeShare[], { isKeyOpen, lasting, required }: Answered): Obstacle | undefined {
  if (isKeyOpen) return { reason: 'key' }
  const gap = findRequiredGap(shares)
  if (gap) return gap
  const claim = findUnverified(shares, required)
  if (claim !== undefined) return { reason: 'unverified', claim }
  return isLastingSound(lasting) ? undefined : { reason: 'last-day' }
}

/** Names in `form.elements` of the fields that settle an obstacle. */
export const ACCEPT_KEY = 'accept-key'
const FIELDS = { key: ACCEPT_KEY, 'last-day': LAST_DAY } as const

function focusObstacle(form: HTMLFormElement | null, obstacle: Obstacle): void {
  const fields = form?.elements
  const name = 'claim' in obstacle ? obstacle.claim : FIELDS[obstacle.reason]
  const verify = obstacle.reason === 'unverified' ? fields?.namedItem(verifyButtonName(name)) : undefined
  const field = verify ?? fields?.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
