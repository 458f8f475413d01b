import type { Failure } from '@countersign/device'
import { Accept } from '@countersign/ui/choices.tsx'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { download } from '@countersign/ui/files.tsx'
import { describeFailure, type FullText, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import type { HeadSummary } from '@countersign/vault'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { SuspendedPage } from './suspended-page.tsx'

/** A refused vault: why, and the ways on. The user may save whatever is readable. */
export function RefusedVaultPage({ refusal }: { refusal: Failure }) {
  const text = useFullText()
  if (refusal.suspension) return <SuspendedPage suspension={refusal.suspension} />
  if (refusal.code === 'rollback' || refusal.code === 'fork') return <OtherHistory refusal={refusal} />
  return (
    <Page title={text.refusal.title} lead={describeFailure(text, refusal)}>
      <Ways />
    </Page>
  )
}

/** Shows both histories of an intact vault. A restored backup and an attack look the same, so the user decides. */
function OtherHistory({ refusal: { code, detail, heldEntries } }: { refusal: Failure }) {
  const { refusal: text } = useFullText()
  const isOlder = code === 'rollback'
  return (
    <Page title={isOlder ? text.rollbackTitle : text.forkTitle} lead={isOlder ? text.rollback : text.fork}>
      {detail && (
        <dl class="before-after sign-in-states">
          <Head title={text.expected} head={detail.expected} />
          <Head title={text.found} head={detail.found} />
        </dl>
      )}
      <p>{describeHeld(text, heldEntries)}</p>
      <p>{text.ask}</p>
      <Ways>
        <GoOn isHeld={typeof heldEntries === 'number'} />
      </Ways>
    </Page>
  )
}

function describeHeld(text: FullText['refusal'], heldEntries: Failure['heldEntries']): string {
  if (heldEntries === undefined) return text.notHeld
  return heldEntries === 'sealed' ? text.heldSealed : text.held(heldEntries)
}

function Ways({ children }: { children?: ComponentChildren }) {
  const { refusal: text, common } = useFullText()
  const { ask, lock } = useSession()
  const task = useTask<'save'>()
  const save = async () => download('vault-readable.json', (await ask('exportReadable', {})).text, 'application/json')
  return (
    <>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button onClick={() => lock()} label={common.tryAgain} />
        {children}
        <Button
          kind="secondary"
          onClick={() => task.run('save', save)}
          busyText={task.running && common.loading}
          label={text.save}
        />
      </div>
    </>
  )
}

function Head({ title, head: { gen, wroteAt, device } }: { title: string; head: HeadSummary }) {
  const { refusal: text } = useFullText()
  const format = useFormat()
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text.change(format.number(gen))}</dd>
      {wroteAt !== undefined && <dd>{format.dateTime(wroteAt)}</dd>}
      {device !== undefined && <dd>{text.writtenWith(format.isolate(device))}</dd>}
    </div>
  )
}

function GoOn({ isHeld }: { isHeld: boolean }) {
  const { refusal: text, common } = useFullText()
  const { ask } = useSession()
  const [isUnderstood, setUnderstood] = useState(false)
  const accept = async () => {
    const { scope } = await ask('acceptOlderVault', {})
    // If this fails, or a recovery comes first, the vault page offers it again.
    if (isHeld && scope === 'full') await ask('putBackEntries', {})
  }
  return (
    <DialogButton kind="secondary" label={text.goOn}>
      {(close) => (
        <ConfirmDialog
          title={text.goOnTitle}
          message={text.goOnMessage}
          content={<Accept isOn={isUnderstood} onChange={setUnderstood} label={text.understood} />}
          confirm={text.confirm}
          kind="primary"
          busyText={common.saving}
          disabled={!isUnderstood}
          work={accept}
          onCancel={close}
        />
      )}
    </DialogButton>
  )
}
