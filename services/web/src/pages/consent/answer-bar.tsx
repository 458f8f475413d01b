import type { ScopeDetail } from '@countersign/contracts'
import {
  approvedScopes,
  claimsToShare,
  type Failure,
  findRequiredGap,
  isCredentialScope,
  issuersToShare,
  newlyPossible,
} from '@countersign/device'
import { Bar } from '@countersign/ui/bar.tsx'
import { ClaimNames, PossibleClaims } from '@countersign/ui/claim-names.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import {
  describeScope,
  type FullText,
  labelOf,
  useFormat,
  useFullText,
  useText,
} from '@countersign/ui/messages/texts.ts'
import { nothingShared } from './nothing-shared.ts'
import type { ShownObstacle, useAnswer } from './use-answer.ts'

type AnswerBarProps = {
  readonly app: string
  readonly answering: ReturnType<typeof useAnswer>
}

export function AnswerBar({ app, answering }: AnswerBarProps) {
  const text = useFullText()
  const { shares, obstacle, task } = answering
  // Approve stays enabled with a required gap, and names it on a click.
  const own = shares.filter(({ scope }) => !isCredentialScope(scope))
  const isNothingOn = approvedScopes(own).length === 0 && findRequiredGap(shares) === undefined
  const claims = newFirst(shares)
  const apis = new Set(shares.flatMap(({ scope: { resource }, isOn }) => (isOn && resource ? [resource] : [])))
  const hasNews = shares.flatMap((share) => [share, ...share.claims]).some(({ mark }) => mark === 'new')
  const newOff = shares.filter(({ isOn, mark, claims: asked }) => !isOn && mark === 'new' && asked.length === 0)
  return (
    <Bar>
      <Notice kind="error">{obstacle && describeObstacle(text, obstacle, app)}</Notice>
      <AnswerFailure failure={task.failure} />
      <p id="summary" class={hasNews ? 'answer-bar-summary with-news' : 'answer-bar-summary'} aria-live="polite">
        <Summary {...{ app, claims, apis, isNothingOn }} issuers={issuersToShare(shares)} />
        {newOff.length > 0 && <NewOff scopes={newOff.map(({ scope }) => scope)} />}
      </p>
      <PossibleClaims claims={newlyPossible(shares)} />
      <Answers answering={answering} isNothingOn={isNothingOn} />
    </Bar>
  )
}

/** After `invalid_attestation` the device has dropped the verification from the vault, so a retry differs. */
function AnswerFailure({ failure }: { failure: Failure | undefined }) {
  const text = useFullText()
  const own = { invalid_attestation: text.verification.refused, ...nothingShared(text, failure) }
  return <FailureNotice failure={failure} own={own} />
}

function describeObstacle(text: FullText, obstacle: ShownObstacle, app: string): string {
  switch (obstacle.reason) {
    case 'key':
      return text.consentChecks.keyNotAccepted
    case 'unverified':
      return text.verification.obstacle(labelOf(text, obstacle.claim), app)
    case 'off':
      return text.consentChecks.requiredOff(labelOf(text, obstacle.claim), app)
    case 'malformed':
      return text.consentChecks.malformed
    case 'last-day':
      return text.consentChecks.lastDayWrong
    case 'missing':
      return text.consentChecks.requiredGap(labelOf(text, obstacle.claim), app)
  }
}

/** Scopes without values added since the last approval: they start off, so Approve alone does not allow them. */
function NewOff({ scopes }: { scopes: readonly ScopeDetail[] }) {
  const text = useFullText()
  const format = useFormat()
  const titles = scopes.map((scope) => describeScope(text, scope).title)
  return (
    <span class="answer-bar-new">
      {text.consentChecks.newOff(scopes.length)} <strong>{format.list(titles)}</strong>
    </span>
  )
}

/** Deny is as large and as near as Approve. */
function Answers({ answering, isNothingOn }: Pick<AnswerBarProps, 'answering'> & { isNothingOn: boolean }) {
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
        label={text.consent.deny}
      />
      <Button
        onClick={approve}
        busyText={task.running === 'approve' ? text.consent.approving : undefined}
        disabled={isBusy || isNothingOn}
        describedBy="summary"
        label={text.consent.approve}
      />
    </div>
  )
}

/** The claims to share, new ones first: the end of a long list is cut off on a phone. */
function newFirst(shares: AnswerBarProps['answering']['shares']): readonly string[] {
  const isNew = (claim: string) =>
    shares.some(({ mark, claims }) => claims.some((each) => each.claim === claim && (mark ?? each.mark) === 'new'))
  const claims = Object.keys(claimsToShare(shares))
  return [...claims.filter(isNew), ...claims.filter((claim) => !isNew(claim))]
}

type SummaryProps = {
  readonly app: string
  readonly claims: readonly string[]
  readonly issuers: Readonly<Record<string, string>>
  readonly apis: ReadonlySet<string>
  readonly isNothingOn: boolean
}

function Summary({ app, claims, issuers, apis, isNothingOn }: SummaryProps) {
  const text = useFullText()
  const format = useFormat()
  // Only credentials are on, which cannot be approved alone.
  if (isNothingOn) return <>{claims.length > 0 ? text.consentChecks.notAlone : text.consentChecks.summaryOff}</>
  if (claims.length === 0 && apis.size === 0) return <>{text.consentChecks.summaryNone(app)}</>
  return (
    <>
      {claims.length > 0 && (
        <>
          {text.consent.summary(app, claims.length)} <ClaimNames claims={claims} issuers={issuers} />{' '}
        </>
      )}
      {apis.size > 0 && (
        <>
          {text.consentChecks.reaches(app)} <strong>{format.list([...apis])}</strong>
        </>
      )}
    </>
  )
}
