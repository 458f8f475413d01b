import type { CallOutput } from '@countersign/device'
import { AppIcon, Button, FailureNotice, Notice, UnreviewedMark } from '@countersign/ui/elements.tsx'
import { CodeForm } from '@countersign/ui/form-actions.tsx'
import { named } from '@countersign/ui/messages/app-name.ts'
import { useFormat, useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf, navigate } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { rememberCompared } from './from-device.tsx'

/** `/device` (RFC 8628 §3.3). Sends nothing by itself, even with a code in the address: the user compares it first. */
export function DevicePage() {
  const { device, common } = useFullText()
  const { ask } = useSession()
  const task = useTask<'find'>()
  const [code, setCode] = useState(codeInAddress)
  const [isFromLink] = useState(code !== '')
  const [found, setFound] = useState<FoundDevice>()
  const [problem, setProblem] = useState<'expired' | 'used' | 'stopped'>()
  // Takes the code out of the history.
  useEffect(() => navigate(PATHS.device, { replace: true }), [])

  const find = () =>
    task.run('find', async () => {
      setProblem(undefined)
      const request = await ask('findDeviceRequest', { userCode: code })
      if (request.status === 'pending') setFound({ ...request, code: showUserCode(code) })
      else setProblem(request.status === 'expired' ? 'expired' : 'used')
    })
  const stop = () => {
    setFound(undefined)
    setCode('')
    setProblem('stopped')
  }
  if (found) return <CompareDevice key="compare" device={found} onNo={stop} />
  return (
    <Page key="code" title={device.title} lead={isFromLink && code !== '' ? device.fromLink : device.lead}>
      <Notice kind={problem === 'stopped' ? 'good' : 'error'}>{problem && device[problem]}</Notice>
      <FailureNotice failure={task.failure} own={{ not_found: device.unknown }} />
      <CodeForm
        isCard
        label={device.code}
        hint={device.codeHint}
        error={isUserCode(code) ? undefined : device.codeWrong}
        value={code}
        onInput={setCode}
        name="user-code"
        autocomplete="off"
        maxLength={64}
        required
        submit={common.next}
        busyText={task.running && device.checking}
        onSubmit={find}
      >
        <p class="fine">{device.warning}</p>
      </CodeForm>
    </Page>
  )
}

function codeInAddress(): string {
  const code = here().searchParams.get('user_code') ?? ''
  return isUserCode(code) ? showUserCode(code) : ''
}

type FoundDevice = CallOutput<'findDeviceRequest'> & { readonly code: string }

/** Shows app, time and code to compare before the sign-in: the device may be a stranger's (RFC 8628 §3.3.1, §5.4). */
function CompareDevice({ device: found, onNo }: { device: FoundDevice; onNo: () => void }) {
  const { device } = useFullText()
  const format = useFormat()
  const { auth_request_id: id, code, requested_at: since } = found
  const client = named(found.client, useLanguage().language)
  const goOn = () => {
    rememberCompared({ id, code, since })
    // Replaces this page, so that Back leads to the one before.
    navigate(addressOf(PATHS.consent, id), { replace: true })
  }
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
          <Button onClick={goOn} label={device.yes} />
          <Button kind="secondary" onClick={onNo} label={device.no} />
        </div>
      </div>
    </Page>
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

/** Any case and any separators are accepted. */
function lettersOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]|ー/gu, '')
    .toUpperCase()
}
