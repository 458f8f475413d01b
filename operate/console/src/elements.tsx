import type { Failure } from '@countersign/device'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { Button, type ButtonProps, Notice } from '@countersign/ui/elements.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { describeFailure, useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from './console-frame.tsx'
import { texts } from './texts.ts'

type AskFirstProps = Partial<Pick<ButtonProps, 'kind' | 'label' | 'readAs'>> & {
  readonly title: string
  readonly message: string
  /** Label of the confirming button, and of this one unless it has its own. */
  readonly confirm: string
  readonly work: () => Promise<void>
  readonly isDisabled?: boolean
}

/** A button that asks for confirmation, closes the dialog, and runs `work`. */
export function AskFirst({ kind = 'secondary', readAs, title, message, confirm, work, ...button }: AskFirstProps) {
  const { common } = useText()
  const [isAsking, setAsking] = useState(false)
  const task = useTask<'work'>()
  const { isDisabled = false, label = confirm } = button
  const close = () => setAsking(false)
  const run = () =>
    task.run('work', async () => {
      close()
      await work()
    })
  return (
    <>
      <Button
        kind={kind}
        disabled={isDisabled}
        onClick={() => setAsking(true)}
        busyText={task.running && confirm}
        label={label}
        readAs={readAs}
      />
      <div class="ask-failure">
        <RefusalNotice failure={task.failure} />
      </div>
      {isAsking && (
        <Dialog title={title} message={message} onCancel={close}>
          <div class="actions">
            <Button kind="secondary" onClick={close} label={common.cancel} />
            <Button kind="danger" onClick={run} label={confirm} />
          </div>
        </Dialog>
      )}
    </>
  )
}

export function CopyValue({ label, value }: { label: string; value: string }) {
  const { copy, copying } = useCopy(value)
  return (
    <div class="copy-value">
      <p class="fine">{label}</p>
      <div>
        <code dir="ltr">{value}</code>
        <Button kind="secondary" onClick={copy} label={texts.actions.copy} about={label} />
      </div>
      <Notice kind={copying === 'copied' ? 'good' : 'info'}>{copying && texts.actions[copying]}</Notice>
    </div>
  )
}

/** Values with a small copy button each. */
export function CopyList({ rows }: { rows: readonly { readonly label: string; readonly value: string }[] }) {
  return (
    <dl class="copy-list">
      {rows.map(({ label, value }) => (
        <div key={`${label} ${value}`}>
          <dt>{label}</dt>
          <dd>
            <Identifier label={label} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useCopy(value: string) {
  const [copying, setCopying] = useState<'copied' | 'copyFailed'>()
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setCopying('copied'),
      () => setCopying('copyFailed'),
    )
  }
  return { copy, copying }
}

type ShownOnceProps = {
  readonly label: string
  readonly value: string
  readonly lead?: string
  readonly onDone: () => void
  readonly children?: ComponentChildren
}

/** A secret that cannot be shown again: it stays until the user confirms having kept it. */
export function ShownOnce({ label, value, lead, onDone, children }: ShownOnceProps) {
  return (
    <section class="shown-once stack" aria-label={label}>
      <CopyValue label={label} value={value} />
      <p class="fine">
        {texts.actions.shownOnce} {lead}
      </p>
      <div class="actions start">
        {children}
        <Button kind="secondary" onClick={onDone} label={texts.actions.done} />
      </div>
    </section>
  )
}

export function RefusalNotice({ failure }: { failure: Failure | undefined }) {
  const text = useText()
  if (failure?.code === 'passkey_cancelled') return <Notice kind="error" />
  const sentence = failure && (findOwn(failure.code) ?? explain(failure) ?? describeFailure(text, failure))
  return <Notice kind="error">{sentence}</Notice>
}

/** Refusals of typed values: only the service's sentence says which value is wrong. */
const EXPLAINED: readonly Failure['code'][] = [
  'invalid_request',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_scope',
  'invalid_cursor',
  'scope_in_use',
  'claim_in_use',
  'client_in_use',
]

function explain({ code, sentence }: Failure): string | undefined {
  return EXPLAINED.includes(code) ? sentence : undefined
}

function findOwn(code: string): string | undefined {
  return Object.entries(texts.refusals).find(([name]) => name === code)?.[1]
}

/** Runs a change, reloads the page's content, and shows the sentence, which may depend on the result. */
export function useChange(reload: () => Promise<void>) {
  const [done, setDone] = useState('')
  const change = async <Result,>(work: () => Promise<Result>, sentence: string | ((result: Result) => string)) => {
    setDone('')
    const result = await work()
    await reload()
    setDone(typeof sentence === 'string' ? sentence : sentence(result))
  }
  return { change, note: <Notice kind="good">{done}</Notice> }
}

/** The refusal of a call that core answers. By token a missing address means that core has no `ADMIN_TOKEN`. */
export function CoreRefusal({ failure }: { failure: Failure | undefined }) {
  const { access } = useConsole()
  const code = access.user_id === null ? failure?.code : undefined
  if (code !== 'not_found' && code !== 'invalid_admin_token') return <RefusalNotice failure={failure} />
  return <Notice kind="error">{texts.coreRefusals[code]}</Notice>
}

type IdentifierProps = {
  /** Label for the copy button, such as "Client id". */
  readonly label: string
  readonly value: string
  readonly href?: string | undefined
  /** Cut to a few characters; copied whole. */
  readonly isShort?: boolean
}

/** An identifier with a button that copies it. */
export function Identifier({ label, value, href, isShort = false }: IdentifierProps) {
  const { copy, copying } = useCopy(value)
  return (
    <span class={isShort ? 'identifier short' : 'identifier'}>
      <code dir="ltr" title={value}>
        {href === undefined ? value : <a href={href}>{value}</a>}
      </code>
      <button type="button" aria-label={`${texts.actions.copy}: ${label} ${value}`} onClick={copy}>
        <Icon name={copying === 'copied' ? 'check' : 'copy'} />
      </button>
      <output class="visually-hidden">{copying && texts.actions[copying]}</output>
    </span>
  )
}
