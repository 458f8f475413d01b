import type { TestSignInResult } from '@countersign/contracts'
import { Card } from '@countersign/ui/card.tsx'
import { Notice } from '@countersign/ui/elements.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import type { App } from '../api/console-api.ts'
import { useConsole } from '../console-frame.tsx'
import { CHECK_TEXTS } from './check-texts.ts'
import { adviceFor } from './error-advice.ts'
import type { Returned } from './test-channel.ts'

const { test: words } = CHECK_TEXTS

/** Without a result, the browser came back with an error. */
export type Finished = { readonly returned: Returned; readonly result: TestSignInResult | undefined }

type Step = { readonly isGood: boolean; readonly text: string; readonly detail?: string | undefined }

export function TestResult({ app, finished }: { app: App; finished: Finished }) {
  const { issuer } = useConsole()
  const steps = stepsOf(finished, issuer)
  const isGood = steps.every((step) => step.isGood)
  return (
    <>
      <Notice kind={isGood ? 'good' : 'error'}>{isGood ? words.passed : words.failed}</Notice>
      <Card icon="pulse" title={words.steps}>
        <ol class="test-steps">
          {steps.map(({ isGood: isDone, text, detail }) => (
            <li key={text} class={isDone ? 'good' : 'bad'}>
              <Icon name={isDone ? 'check' : 'info'} />
              <span>
                {text}
                {detail !== undefined && <span class="fine">{detail}</span>}
              </span>
            </li>
          ))}
        </ol>
      </Card>
      {finished.result?.tokens && <Received app={app} result={finished.result} />}
    </>
  )
}

function stepsOf({ returned, result }: Finished, issuer: string): readonly Step[] {
  const { step } = words
  const pushed = { isGood: true, text: step.pushed }
  if (!result) {
    const detail = [returned.description, adviceFor(returned.error)].filter(Boolean).join(' ')
    return [pushed, { isGood: false, text: step.refusedThere(returned.error), detail }]
  }
  const isOurs = returned.iss === issuer
  return [
    pushed,
    { isGood: true, text: step.returned },
    { isGood: isOurs, text: isOurs ? step.sameIssuer : step.otherIssuer },
    result.refusal ? refusedStep(result.refusal) : { isGood: true, text: step.redeemed },
  ]
}

function refusedStep({ error, error_description }: NonNullable<TestSignInResult['refusal']>): Step {
  return {
    isGood: false,
    text: words.step.notRedeemed(error),
    detail: `${error_description} ${adviceFor(error) ?? ''}`,
  }
}

function Received({ app, result }: { app: App; result: TestSignInResult }) {
  const { tokens, id_token: idToken, data_token: dataToken, userinfo, userinfo_refusal: refusal } = result
  return (
    <div class="received">
      <Card icon="receipt" title={words.tokens} lead={words.tokensLead}>
        {app.dpop_bound_access_tokens && <p class="fine">{words.boundTokens}</p>}
        <Json value={tokens} />
      </Card>
      <Card icon="person" title={words.idToken} lead={idToken === null ? words.noIdToken : undefined}>
        {idToken !== null && <Json value={idToken} />}
      </Card>
      <Card
        icon="lock"
        title={words.dataToken}
        lead={dataToken !== null && 'claims_jwe' in dataToken ? words.sealed : undefined}
      >
        {dataToken !== null && <Json value={dataToken} />}
      </Card>
      <Card icon="tag" title={words.userinfo}>
        {refusal === null ? (
          <Json value={userinfo} />
        ) : (
          <p>{words.userinfoRefused(refusal.error, refusal.error_description)}</p>
        )}
      </Card>
    </div>
  )
}

function Json({ value }: { value: unknown }) {
  return (
    <pre class="desk-code" dir="ltr">
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
