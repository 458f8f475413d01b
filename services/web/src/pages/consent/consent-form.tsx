import { approvedScopes, claimsToShare, type Failure, findRequiredGap, type ReturnTarget } from '@countersign/device'
import { useState } from 'preact/hooks'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText, useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { VaultNotices } from '../../session/vault-notices.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { VerificationArea } from '../../verification/verification-area.tsx'
import { RenewPassword } from '../renew-password/renew-password.tsx'
import { AppChanges } from './app-changes.tsx'
import { AppHeader } from './app-header.tsx'
import { AppNamesakes } from './app-namesakes.tsx'
import { AppPages } from './app-pages.tsx'
import { LastingChoice } from './lasting-choice.tsx'
import { LeavingPage } from './leaving-page.tsx'
import { RequestProblem } from './request-problem.tsx'
import { ScopeCard } from './scope-card.tsx'
import { type AnswerProps, type Obstacle, useAnswer } from './use-answer.ts'

type ConsentFormProps = {
  readonly target: ReturnTarget
} & AnswerProps

/** The request with everything it would share, and the two answers. */
export function ConsentForm({ target, ...props }: ConsentFormProps) {
  const text = useText()
  const answering = useAnswer(props)
  const { state } = useSession()
  const { details, check } = props
  const { client } = details
  const { shares, choices, leaving, acceptsKey, setAcceptsKey } = answering
  if (answering.recoveryKeyPage && leaving === undefined) return <>{answering.recoveryKeyPage}</>
  if (leaving === 'unsafe') return <RequestProblem kind="unsafe" />
  if (leaving !== undefined) return <LeavingPage app={client.name} address={leaving} />
  return (
    <Page
      before={<AppHeader client={client} target={target} knownSince={check.knownSince} />}
      title={text.consent.title(client.name)}
      lead={client.description && <bdi>{client.description}</bdi>}
      hasHomeLink={false}
    >
      {state.status === 'open' && <VaultNotices profile={state.profile} />}
      <VerificationArea required={client.verified_claims_required} app={client.name}>
        <form ref={answering.form} noValidate onSubmit={(event) => event.preventDefault()}>
          {check.namesakes.length > 0 && <AppNamesakes app={client.name} namesakes={check.namesakes} />}
          <AppChanges app={client} check={check} isAccepted={acceptsKey} onAccept={setAcceptsKey} />
          <h2>{text.consent.scopes}</h2>
          <ul class="scopes">
            {shares.map((share) => (
              <ScopeCard key={share.scope.name} share={share} app={client.name} choices={choices} />
            ))}
          </ul>
          <Decision {...props} answering={answering} />
        </form>
      </VerificationArea>
      <Renewal />
    </Page>
  )
}

/** Asks for the password where it had to be confirmed anew as the page came up: once done, that is said. */
function Renewal() {
  const { state } = useSession()
  const [isNeeded] = useState(state.status === 'open' && state.profile.needsNewPasswordRecord)
  return isNeeded ? <RenewPassword /> : null
}

type Answering = ReturnType<typeof useAnswer>

/** What an approval would do, what stands in its way, and the two buttons. */
function Decision({ details, answering }: AnswerProps & { readonly answering: Answering }) {
  const text = useText()
  const { client } = details
  const { shares, obstacle, task, lasting, setLasting } = answering
  // What stands in the way is said when somebody tries.
  const isNothingOn = approvedScopes(shares).length === 0 && findRequiredGap(shares) === undefined
  const claims = Object.keys(claimsToShare(shares))
  const readableBy = client.claims_encryption_jwk === undefined ? text.consent.plainFor : text.consent.sealedFor
  return (
    <>
      <p id="summary" class="summary" aria-live="polite">
        <Summary app={client.name} claims={claims} isNothingOn={isNothingOn} />
      </p>
      <LastingChoice lasting={lasting} onChange={setLasting} />
      <Notice kind="error">{obstacle && <ObstacleText obstacle={obstacle} app={client.name} />}</Notice>
      <AnswerFailure failure={task.failure} />
      <p class="fine">
        {text.consent.sent} {claims.length > 0 && readableBy(client.name)}
      </p>
      <Answers answering={answering} isNothingOn={isNothingOn} />
      <AppPages client={client} />
      <p class="fine promise">
        <OpenUntil expiresAt={details.expires_at} />
      </p>
    </>
  )
}

/** What no longer counts as verified was just taken from the vault: not only this attempt is another one now. */
function AnswerFailure({ failure }: { failure: Failure | undefined }) {
  const text = useFullText()
  if (failure?.code !== 'invalid_attestation') return <FailureNotice failure={failure} />
  return <Notice kind="error">{text.verification.refused}</Notice>
}

function ObstacleText({ obstacle, app }: { obstacle: Obstacle; app: string }) {
  const text = useFullText()
  switch (obstacle.reason) {
    case 'key':
      return <>{text.consent.keyNotAccepted}</>
    case 'unverified':
      return <>{text.verification.obstacle(labelOf(text, obstacle.claim), app)}</>
    case 'off':
      return <>{text.consent.requiredOff(labelOf(text, obstacle.claim), app)}</>
    case 'last-day':
      return <>{text.consentChecks.lastDayWrong}</>
    case 'missing':
      return <>{text.consent.requiredGap(labelOf(text, obstacle.claim), app)}</>
  }
}

function OpenUntil({ expiresAt }: { expiresAt: string }) {
  const text = useText()
  const format = useFormat()
  return (
    <>
      {text.consent.openUntil} <time dateTime={expiresAt}>{format.time(expiresAt)}</time>
    </>
  )
}

/** Deny is as large and as near as Approve. */
function Answers({ answering, isNothingOn }: { answering: Answering; isNothingOn: boolean }) {
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
  if (isNothingOn) return <>{text.consent.summaryOff}</>
  if (claims.length === 0) return <>{text.consent.summaryNone(app)}</>
  return (
    <>
      {text.consent.summary(app, claims.length)}{' '}
      <strong>{format.list(claims.map((claim) => labelOf(text, claim)))}</strong>
    </>
  )
}
