import { approvedScopes, claimsToShare, type Failure, findRequiredGap, isCredentialScope } from '@countersign/device'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText, useText } from '../../messages/use-text.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import type { Obstacle, useAnswer } from './use-answer.ts'

type AnswerBarProps = {
  readonly app: string
  readonly answering: ReturnType<typeof useAnswer>
}

/** What an approval would do, what stands in its way, and the two buttons: in sight however long the request is. */
export function AnswerBar({ app, answering }: AnswerBarProps) {
  const { shares, obstacle, task } = answering
  // What stands in the way is said when somebody tries.
  const own = shares.filter(({ scope }) => !isCredentialScope(scope))
  const isNothingOn = approvedScopes(own).length === 0 && findRequiredGap(shares) === undefined
  const claims = Object.keys(claimsToShare(shares))
  const apis = new Set(shares.flatMap(({ scope: { resource }, isOn }) => (isOn && resource ? [resource] : [])))
  return (
    <Bar>
      <Notice kind="error">{obstacle && <ObstacleText obstacle={obstacle} app={app} />}</Notice>
      <AnswerFailure failure={task.failure} />
      <p id="summary" class="summary" aria-live="polite">
        <Summary app={app} claims={claims} apis={apis} isNothingOn={isNothingOn} />
      </p>
      <Answers answering={answering} isNothingOn={isNothingOn} />
    </Bar>
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

type SummaryProps = {
  readonly app: string
  readonly claims: readonly string[]
  /** What the app would reach, by name. */
  readonly apis: ReadonlySet<string>
  readonly isNothingOn: boolean
}

function Summary({ app, claims, apis, isNothingOn }: SummaryProps) {
  const text = useFullText()
  const format = useFormat()
  // What is on then is of credentials, which are no approval by themselves.
  if (isNothingOn) return <>{claims.length > 0 ? text.consentChecks.notAlone : text.consent.summaryOff}</>
  if (claims.length === 0 && apis.size === 0) return <>{text.consent.summaryNone(app)}</>
  return (
    <>
      {claims.length > 0 && (
        <>
          {text.consent.summary(app, claims.length)}{' '}
          <strong>{format.list(claims.map((claim) => labelOf(text, claim)))}</strong>{' '}
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
