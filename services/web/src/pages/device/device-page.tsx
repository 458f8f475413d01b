import { type CallOutput, toFailure } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, navigate } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { AppIcon, UnreviewedMark } from '../../ui/app-marks.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useTask } from '../../ui/use-task.ts'
import { rememberCompared } from './from-device.tsx'

type Problem = 'unknown' | 'expired' | 'used' | 'stopped'

/** `/device` (RFC 8628 §3.3). Sends nothing by itself, even with a code in the address: the user compares it first. */
export function DevicePage() {
  const { device } = useFullText()
  const { ask } = useSession()
  const task = useTask<'find'>()
  const [code, setCode] = useState(codeInAddress)
  const [isFromLink] = useState(code !== '')
  const [found, setFound] = useState<FoundDevice>()
  const [problem, setProblem] = useState<Problem>()
  // Takes the code out of the history.
  useEffect(() => navigate(PATHS.device, { replace: true }), [])

  const find = () =>
    task.run('find', async () => {
      setProblem(undefined)
      try {
        const request = await ask('findDeviceRequest', { userCode: code })
        if (request.status === 'pending') setFound({ ...request, code: showUserCode(code) })
        else setProblem(request.status === 'expired' ? 'expired' : 'used')
      } catch (error) {
        if (toFailure(error).code !== 'not_found') throw error
        setProblem('unknown')
      }
    })
  const stop = () => {
    setFound(undefined)
    setCode('')
    setProblem('stopped')
  }
  if (found) {
    // Replaces this page, so that Back leads to the one before.
    const goOn = () => {
      const { auth_request_id: id, requested_at: since } = found
      rememberCompared({ id, code: found.code, since })
      navigate(addressOf(PATHS.consent, id), { replace: true })
    }
    return <CompareDevice key="compare" device={found} onYes={goOn} onNo={stop} />
  }
  return (
    <Page key="code" title={device.title} lead={isFromLink && code !== '' ? device.fromLink : device.lead}>
      <Notice kind={problem === 'stopped' ? 'good' : 'error'}>{problem && device[problem]}</Notice>
      <FailureNotice failure={task.failure} />
      <CodeForm code={code} onCode={setCode} isBusy={task.running !== undefined} onSubmit={find} />
    </Page>
  )
}

function codeInAddress(): string {
  const code = new URLSearchParams(location.search).get('user_code') ?? ''
  return isUserCode(code) ? showUserCode(code) : ''
}

type FoundDevice = CallOutput<'findDeviceRequest'> & { readonly code: string }

/** Shows app, time and code to compare before the sign-in: the device may be a stranger's (RFC 8628 §3.3.1, §5.4). */
function CompareDevice({ device: found, onYes, onNo }: { device: FoundDevice; onYes: () => void; onNo: () => void }) {
  const { device } = useFullText()
  const format = useFormat()
  const { client, code, requested_at: since } = found
  return (
    <Page
      icon={<AppIcon name={client.name} logo={client.logo} />}
      title={device.compareTitle(client.name)}
      lead={
        <>
          {device.compare}
          <UnreviewedMark app={client} />
        </>
      }
      hasHomeLink={false}
    >
      <div class="card stack">
        <p class="device-code">
          <output dir="ltr">{code}</output>
        </p>
        <p class="fine">{device.since(format.time(since))}</p>
        <p>{device.warning}</p>
        <div class="actions start">
          <Button onClick={onYes} label={device.yes} />
          <Button kind="secondary" onClick={onNo} label={device.no} />
        </div>
      </div>
    </Page>
  )
}

type CodeFormProps = {
  readonly code: string
  readonly onCode: (code: string) => void
  readonly isBusy: boolean
  readonly onSubmit: () => void
}

/** Takes the code in any case and with any separators; warns about a code that came in a message. */
export function CodeForm({ code, onCode, isBusy, onSubmit }: CodeFormProps) {
  const { device, common } = useFullText()
  const isValid = isUserCode(code)
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={onSubmit}>
      <Field
        label={device.code}
        hint={device.codeHint}
        error={isValid ? undefined : device.codeWrong}
        value={code}
        name="user-code"
        autocomplete="off"
        maxLength={64}
        required
        isCode
        onInput={onCode}
      />
      <p class="fine">{device.warning}</p>
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? device.checking : undefined} label={common.next} />
      </div>
    </GuardedForm>
  )
}

const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

function isUserCode(typed: string): boolean {
  return CODE.test(lettersOf(typed))
}

function showUserCode(typed: string): string {
  const letters = lettersOf(typed)
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

function lettersOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]|ー/gu, '')
    .toUpperCase()
}
