import './consent.css'
import type { AuthorizationRequestDetails } from '@countersign/contracts'
import {
  type CredentialStatuses,
  claimsToShare,
  isCredentialScope,
  type ReturnTarget,
  type ScopeShare,
} from '@countersign/device'
import { AppIcon, Notice } from '@countersign/ui/elements.tsx'
import { EndPage } from '@countersign/ui/end-page.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import type { AppWords } from '@countersign/ui/messages/app-words.ts'
import { useFormat, useFullText, useText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useState } from 'preact/hooks'
import { useReloadAt } from '../../request-preview/preview.tsx'
import { ReplacedKeyLine } from '../../session/security-notices.tsx'
import { useSession } from '../../session/session.tsx'
import { VaultNotices } from '../../session/vault-notices.tsx'
import { VerificationArea } from '../../verification/entry-verification.tsx'
import { FromDevice } from '../device/from-device.tsx'
import { RenewPassword } from '../renew-password/renew-password.tsx'
import { AnswerBar } from './answer-bar.tsx'
import { OutOfForce, useStatuses } from './credential-status.tsx'
import { LastingChoice, UpToDateChoice } from './lasting.tsx'
import { LeavingPage } from './leaving-page.tsx'
import { HomeLink, RequestProblem } from './request-problem.tsx'
import { AppChanges, AppHeader, AppNamesakes, AppPages, SignedInAs } from './requesting-app.tsx'
import { isEmpty, isSignIn, Quote, ScopeCard } from './scope-card.tsx'
import { useScopeWords } from './scope-words.ts'
import { type AnswerProps, useAnswer } from './use-answer.ts'
import type { Choices } from './use-choices.ts'

type ConsentFormProps = {
  readonly words: AppWords
  readonly target: ReturnTarget
  readonly isChanged: boolean
} & AnswerProps

/** The request, its values and the answers: one phone screen for a usual request. */
export function ConsentForm({ words, target, isChanged, ...props }: ConsentFormProps) {
  const text = useFullText()
  const answering = useAnswer(props)
  const { profile } = useSession()
  const { details, check, onOutdated } = props
  // Saving the recovery key ends with an answer, which says that the request has expired.
  useReloadAt(answering.recoveryKeyPage ? undefined : details.expires_at, onOutdated)
  const { client } = words
  const { shares, choices, leaving, answered, acceptsKey, setAcceptsKey, lasting, setLasting } = answering
  const statuses = useStatuses(shares, choices)
  if (answering.recoveryKeyPage && leaving === undefined && answered === undefined)
    return <>{answering.recoveryKeyPage}</>
  if (answered !== undefined) return <DeviceAnswered app={client.name} isApproved={answered === 'approved'} />
  if (leaving === 'unsafe') return <RequestProblem kind="unsafe" />
  if (leaving !== undefined) return <LeavingPage app={client.name} address={leaving} />
  const sharesValues = Object.keys(claimsToShare(shares)).length > 0
  return (
    <Page
      icon={<AppIcon name={client.name} logo={client.logo} />}
      title={text.consent.title(client.name)}
      lead={<AppHeader app={client} target={target} knownSince={check.knownSince} />}
      action={<SignedInAs id={details.auth_request_id} />}
      hasHomeLink={false}
    >
      <SinceLastTime isChanged={isChanged} endedAt={check.endedAt} />
      <Notice>{target.kind === 'device' && <FromDevice id={details.auth_request_id} />}</Notice>
      {profile && <VaultNotices profile={profile} />}
      <VerificationArea required={client.verified_claims_required} app={client.name}>
        <form ref={answering.form} class="consent" noValidate onSubmit={(event) => event.preventDefault()}>
          {check.namesakes.length > 0 && <AppNamesakes app={client.name} namesakes={check.namesakes} />}
          <AppChanges app={client} check={check} isAccepted={acceptsKey} onAccept={setAcceptsKey} />
          <ScopeList shares={shares} words={words} choices={choices} statuses={statuses} />
          <div class="consent-lines">
            {sharesValues && <Readers app={client} />}
            <LastingChoice lasting={lasting} onChange={setLasting} />
            {sharesValues && details.client.keeps_up_to_date && (
              <UpToDateChoice app={client.name} lasting={lasting} onChange={setLasting} />
            )}
            <AppPages client={client} />
            <AboutRequest details={details} words={words} sharesValues={sharesValues} />
          </div>
          <AnswerBar app={client.name} answering={answering} />
        </form>
      </VerificationArea>
      <Renewal />
      <ReplacedKeyLine />
    </Page>
  )
}

/** Why the request is shown whole, if the user may expect less. */
function SinceLastTime({ isChanged, endedAt }: { isChanged: boolean; endedAt: string | undefined }) {
  const { quickApproval } = useFullText()
  const format = useFormat()
  if (endedAt !== undefined) return <Notice>{quickApproval.revoked(format.date(endedAt))}</Notice>
  return <Notice>{isChanged && quickApproval.changed}</Notice>
}

/** Names the readers of the shared data, in full if the service is one. */
function Readers({ app }: { readonly app: AnswerProps['details']['client'] }) {
  const text = useFullText()
  const isSealed = app.claims_encryption_jwk !== undefined
  return (
    <p>
      <Icon name={isSealed ? 'lock' : 'eye'} />
      {isSealed ? text.consentChecks.sealed(app.name) : text.consent.plainFor(app.name)}
    </p>
  )
}

/** Shown while the page lives, if its first render needed it, so that the form can report success. */
function Renewal() {
  const { profile } = useSession()
  const [isNeeded] = useState(profile?.needsNewPasswordRecord)
  return isNeeded ? <RenewPassword /> : null
}

/** The device polls for the answer, so the browser goes nowhere. */
function DeviceAnswered({ app, isApproved }: { readonly app: string; readonly isApproved: boolean }) {
  const { device } = useFullText()
  return (
    <EndPage
      title={device.doneTitle}
      lead={isApproved ? device.approved(app) : device.denied(app)}
      hasHomeLink={false}
      isGood
    >
      <HomeLink />
    </EndPage>
  )
}

type ScopeListProps = {
  readonly shares: readonly ScopeShare[]
  readonly words: AppWords
  readonly choices: Choices
  readonly statuses: CredentialStatuses | undefined
}

/** All requested scopes. Remarks that several share stand at the first. */
function ScopeList({ shares, words, choices, statuses }: ScopeListProps) {
  const text = useText()
  const firstReason = shares.find(({ scope, claims }) => words.reasonOf(scope).text !== '' && claims.length > 0)
  const firstEmpty = shares.find((share) => share.isOn && isEmpty(share) && !isCredentialScope(share.scope))
  return (
    <>
      <h2 class="visually-hidden">{text.consent.scopes}</h2>
      <ul class="list">
        {shares.map((share) => (
          <ScopeCard
            key={share.scope.name}
            share={share}
            app={words.client.name}
            reason={words.reasonOf(share.scope)}
            choices={choices}
            isFirstReason={share === firstReason}
            isFirstEmpty={share === firstEmpty}
          >
            <OutOfForce share={share} statuses={statuses} />
          </ScopeCard>
        ))}
      </ul>
    </>
  )
}

/** Details that the decision does not need, behind one line. */
type AboutRequestProps = {
  readonly details: AuthorizationRequestDetails
  readonly words: AppWords
  readonly sharesValues: boolean
}

function AboutRequest({ details, words, sharesValues }: AboutRequestProps) {
  const text = useFullText()
  const format = useFormat()
  const wordsOfScope = useScopeWords()
  const { scope_details: scopes, expires_at: expiresAt } = details
  const { client, description, reasonOf } = words
  const isSealed = client.claims_encryption_jwk !== undefined
  return (
    <details class="more">
      <summary>
        <Icon name="info" />
        {text.consentChecks.about}
      </summary>
      <div class="consent-about">
        {description.text && (
          <p>
            <bdi lang={description.lang}>{description.text}</bdi>
          </p>
        )}
        <dl>
          {scopes.map((scope) => (
            <div key={scope.name}>
              <dt>{wordsOfScope(scope).title}</dt>
              <dd>{wordsOfScope(scope).description}</dd>
              {isSignIn(scope) && reasonOf(scope).text !== '' && (
                <dd>
                  {text.consent.reason(client.name)} <Quote words={reasonOf(scope)} />
                </dd>
              )}
              {scope.required && !isSignIn(scope) && <dd>{text.consentChecks.requiredBecause(client.name)}</dd>}
            </div>
          ))}
        </dl>
        <p>
          {text.consentChecks.sent} {sharesValues && isSealed && text.consentChecks.sealedFor(client.name)}
        </p>
        <p>
          {text.consentChecks.openUntil} <time dateTime={expiresAt}>{format.time(expiresAt)}</time>
        </p>
      </div>
    </details>
  )
}
