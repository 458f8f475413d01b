import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type Failure, findReturnTarget, normaliseClaims } from '@countersign/device'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { wordsOf } from '@countersign/ui/messages/app-words.ts'
import { OperatorTexts } from '@countersign/ui/messages/operator-texts.tsx'
import { labelOf, useFormat, useFullText, useLanguage, useText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useCallback, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { findCompared, ToDevicePage } from '../device/from-device.tsx'
import { ConsentForm } from './consent-form.tsx'
import { PasskeyNeeded } from './passkey-needed.tsx'
import { RequestOver, RequestProblem } from './request-problem.tsx'
import { useTyped } from './use-choices.ts'

type LoadedRequestProps = {
  readonly id: string
  readonly issuer: string
  /** A quick approval was tried and the request had changed. */
  readonly isChanged: boolean
}

/** Reads the request and the vault's memory of its app before rendering; again on reload, reconnect and expiry. */
export function LoadedRequest(props: LoadedRequestProps) {
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((current) => current + 1), [])
  return <CurrentRequest key={round} {...props} onOutdated={reload} />
}

/** Each state has its own `key`: elements that stayed would move while the page fills. */
function CurrentRequest({
  id,
  issuer,
  isChanged,
  onOutdated,
}: LoadedRequestProps & { readonly onOutdated: () => void }) {
  const text = useText()
  const { language } = useLanguage()
  const { ask, profile } = useSession()
  const { content, failure, reload } = useLoaded(async () => ({
    details: await ask('readRequest', { id }),
    check: await ask('checkApp', { id }),
  }))
  if (failure) return <LoadFailure failure={failure} onRetry={() => void reload()} />
  if (!content) return <Page key="loading" title={text.common.loading} hasHomeLink={false} />

  const { details } = content
  const target = findReturnTarget(details.redirect_uri)
  if (!target) return <RequestProblem kind="unsafe" />
  const { status, client } = details
  const words = wordsOf(client, language)
  if (status !== 'pending') {
    // Without an answer the redirect URI would be an error to the app: link its origin.
    const hasSite = target.kind === 'site' || target.kind === 'local'
    const site = hasSite ? new URL('/', details.redirect_uri).href : undefined
    return (
      <RequestOver id={id} status={status} app={words.client.name} issuer={issuer} site={site}>
        <KeepTyped details={details} />
      </RequestOver>
    )
  }
  if (target.kind === 'device' && !findCompared(id)) return <ToDevicePage key="device" />
  if (details.acr_values === 'phr' && profile?.method === 'password') {
    return <PasskeyNeeded key="passkey" id={id} app={words.client.name} issuer={issuer} />
  }
  return (
    <OperatorTexts key="form" scopes={details.scope_details}>
      <ConsentForm {...content} {...{ words, target, issuer, isChanged, onOutdated }} />
    </OperatorTexts>
  )
}

function LoadFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const text = useFullText()
  if (failure.code === 'not_found' || failure.code === 'user_mismatch') return <RequestProblem kind="unknown" />
  if (failure.code === 'invalid_request') return <RequestProblem kind="malformed" />
  return (
    <Page key="failed" title={text.problem.loadTitle} lead={text.problem.load} hasHomeLink={false}>
      <FailureNotice failure={failure} />
      <div class="actions start">
        <Button onClick={onRetry} label={text.common.tryAgain} />
      </div>
    </Page>
  )
}

/** Saves the values typed on a request that is over: its owner may have typed for minutes. */
export function KeepTyped({ details }: { readonly details: AuthorizationRequestDetails }) {
  const text = useFullText()
  const format = useFormat()
  const { ask } = useSession()
  const typed = useTyped(details)
  const task = useTask<'save'>()
  const [isSaved, setSaved] = useState(false)
  const save = async () => {
    await ask('saveProfile', { values: await normaliseClaims(typed, new Date()) })
    setSaved(true)
  }
  const names = Object.keys(typed).map((claim) => labelOf(text, claim))
  if (names.length === 0) return null
  if (isSaved) return <Notice kind="good">{text.vault.saved}</Notice>
  return (
    <section class="card stack">
      <p>{text.problem.typed(format.list(names))}</p>
      <FailureNotice failure={task.failure} own={{ malformed_claim: text.problem.typedWrong }} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => task.run('save', save)}
          busyText={task.running && text.common.saving}
          label={text.problem.saveTyped}
        />
      </div>
    </section>
  )
}
