import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { useRef, useState } from 'preact/hooks'
import type { Choices } from '../consent/choices.ts'
import { approvedScopes, claimsToShare, findRequiredGap, mergeValues, sharesOf } from '../consent/claims.ts'
import { buildReturnAddress, type ReturnPlace } from '../consent/return-address.ts'
import { toFailure } from '../failure.ts'
import { type EntryText, labelOf } from '../messages/messages.ts'
import { useFormat, useText } from '../messages/use-text.tsx'
import { useSession } from '../session.tsx'
import { AppIcon } from '../ui/app-icon.tsx'
import { Button } from '../ui/button.tsx'
import { Marked } from '../ui/marked.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useTask } from '../ui/use-task.ts'
import { appIdentityOf } from '../vault/app-identity.ts'
import type { ReturnParts } from '../vault/protocol.ts'
import { LeavingPage } from './leaving-page.tsx'
import { RequestProblem } from './request-problem.tsx'
import { ScopeCard } from './scope-card.tsx'

interface ConsentFormProps {
  readonly details: AuthorizationRequestDetails
  readonly place: ReturnPlace
  readonly issuer: string
  readonly choices: Choices
  /** The request was answered or has expired meanwhile. */
  readonly onOutdated: () => void
}

/** The request with everything it would share, and the two answers. */
export function ConsentForm({ details, place, issuer, choices, onOutdated }: ConsentFormProps) {
  const text = useText()
  const answering = useAnswer({ details, issuer, choices, onOutdated })
  const { client } = details
  if (answering.leaving === 'unsafe') return <RequestProblem kind="unsafe" />
  if (answering.leaving !== undefined) return <LeavingPage app={client.name} address={answering.leaving} />
  const { shares, vaultValues, task, gap } = answering
  const isNothingOn = approvedScopes(shares).length === 0
  return (
    <Page
      before={<Asker client={client} place={place} />}
      title={text.consent.title(client.name)}
      lead={client.description && <bdi>{client.description}</bdi>}
      hasHomeLink={false}
    >
      <form ref={answering.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <h2>{text.consent.scopes}</h2>
        <ul class="scopes">
          {shares.map((share) => (
            <ScopeCard
              key={share.scope.name}
              share={share}
              app={client.name}
              vaultValues={vaultValues}
              choices={choices}
            />
          ))}
        </ul>
        <p id="summary" class="summary" aria-live="polite">
          <Summary app={client.name} claims={Object.keys(claimsToShare(shares))} isNothingOn={isNothingOn} />
        </p>
        <Notice kind="error">{gap !== undefined && text.consent.requiredGap(labelOf(text, gap), client.name)}</Notice>
        <FailureNotice failure={task.failure} />
        <Answers answering={answering} isNothingOn={isNothingOn} />
        <p class="fine promise">{text.consent.promise}</p>
      </form>
    </Page>
  )
}

/** Deny is as large and as near as Approve. */
function Answers({ answering, isNothingOn }: { answering: ReturnType<typeof useAnswer>; isNothingOn: boolean }) {
  const text = useText()
  const { task, approve, deny } = answering
  const isBusy = task.running !== undefined
  return (
    <div class="actions even">
      <Button
        kind="secondary"
        onClick={deny}
        busyText={task.running === 'deny' ? text.consent.denying : undefined}
        disabled={isBusy}
      >
        {text.consent.deny}
      </Button>
      <Button
        onClick={approve}
        busyText={task.running === 'approve' ? text.consent.approving : undefined}
        disabled={isBusy || isNothingOn}
        describedBy="summary"
      >
        {text.consent.approve}
      </Button>
    </div>
  )
}

function Summary({ app, claims, isNothingOn }: { app: string; claims: readonly string[]; isNothingOn: boolean }) {
  const text = useText()
  const format = useFormat()
  if (isNothingOn) return text.consent.summaryOff
  if (claims.length === 0) return text.consent.summaryNone(app)
  return (
    <>
      {text.consent.summary(app, claims.length)}{' '}
      <strong>{format.list(claims.map((claim) => labelOf(text, claim)))}</strong>
    </>
  )
}

/** Who asks, and where the answer goes: the two things that tell a real app from a false one. */
function Asker({ client, place }: { client: AuthorizationRequestDetails['client']; place: ReturnPlace }) {
  const text = useText()
  const host = place.kind === 'program' ? place.scheme : place.host
  return (
    <div class="asker">
      <AppIcon name={client.name} logo={client.logo} />
      <p class="place">
        <Marked sentence={describePlace(text, place)} value={host} />
      </p>
    </div>
  )
}

function describePlace({ consent: { returnsTo } }: EntryText, place: ReturnPlace): string {
  switch (place.kind) {
    case 'site':
      return returnsTo.site(place.host)
    case 'local':
      return returnsTo.local(place.host)
    case 'program':
      return returnsTo.program(place.scheme)
  }
}

/** Approve and deny, one at a time: what is sent is computed from what is shown, at the moment of the click. */
function useAnswer({ details, issuer, choices, onOutdated }: Omit<ConsentFormProps, 'place'>) {
  const { state, ask } = useSession()
  const task = useTask<'approve' | 'deny'>()
  const [leaving, setLeaving] = useState<string>()
  const [gap, setGap] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const vaultValues = state.status === 'open' ? state.profile.values : {}
  const shares = sharesOf(details, mergeValues(vaultValues, choices.drafts.values), choices.switchedOff)
  const id = details.auth_request_id

  const leave = (parts: ReturnParts, answer: { code: string } | { error: 'access_denied' }) => {
    const isShownPlace = parts.redirectUri === details.redirect_uri
    const address = isShownPlace
      ? buildReturnAddress(parts.redirectUri, { ...answer, state: parts.state, iss: issuer })
      : undefined
    setLeaving(address ?? 'unsafe')
    if (address !== undefined) location.replace(address)
  }
  const answer = (name: 'approve' | 'deny', work: () => Promise<void>) =>
    task.run(name, async () => {
      try {
        await work()
      } catch (error) {
        const { code } = toFailure(error)
        if (code === 'request_expired' || code === 'request_not_pending') return onOutdated()
        throw error
      }
    })

  const approve = () => {
    const missing = findRequiredGap(shares)
    setGap(missing)
    if (missing !== undefined) return focusField(form.current, missing)
    const claims = claimsToShare(shares)
    answer('approve', async () => {
      const typed = Object.entries(claims).filter(([claim]) => !Object.hasOwn(vaultValues, claim))
      if (typed.length > 0) await ask('saveProfile', { values: Object.fromEntries(typed) })
      const scopes = approvedScopes(shares)
      const { code, ...parts } = await ask('approve', {
        ...appIdentityOf(details),
        id,
        appName: details.client.name,
        scopes,
        claims,
      })
      leave(parts, { code })
    })
  }
  const deny = () => answer('deny', async () => leave(await ask('deny', { id }), { error: 'access_denied' }))

  const openGap = gap !== undefined && findRequiredGap(shares) === gap ? gap : undefined
  return { shares, vaultValues, task, gap: openGap, leaving, form, approve, deny }
}

function focusField(form: HTMLFormElement | null, claim: string): void {
  const field = form?.elements.namedItem(claim)
  if (field instanceof HTMLElement) field.focus()
}
