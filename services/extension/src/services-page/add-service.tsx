import { useText } from '@countersign/web/client/messages/use-text.tsx'
import { Button } from '@countersign/web/client/ui/button.tsx'
import { Card } from '@countersign/web/client/ui/card.tsx'
import { Field } from '@countersign/web/client/ui/field.tsx'
import { GuardedForm } from '@countersign/web/client/ui/guarded-form.tsx'
import { FailureNotice, Notice } from '@countersign/web/client/ui/notice.tsx'
import { useTask } from '@countersign/web/client/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { askService } from '../ask-service.ts'
import { allowCore, allowPage } from '../permissions.ts'
import { identityOf, keepService, type WireConfig } from '../services.ts'
import { Facts } from './facts.tsx'
import { identityFacts } from './identity-facts.ts'
import { type ExtensionText, useExtensionText } from './texts.ts'

type Found = { readonly origin: string; readonly config: WireConfig }

type AddServiceProps = { readonly address: string; readonly onAdded: (name: string) => Promise<void> }

/** Adds a service in two steps: its address, then what it says of itself, which the user confirms. */
export function AddService({ address, onAdded }: AddServiceProps) {
  const [found, setFound] = useState<Found>()
  const [typed, setTyped] = useState(() => originOf(address) ?? '')
  if (!found) return <FindService typed={typed} onTyped={setTyped} onFound={setFound} />
  const add = async () => {
    await keepService({ ...found, isOn: true })
    setFound(undefined)
    setTyped('')
    await onAdded(identityOf(found.config).name)
  }
  return <ConfirmService {...found} add={add} onCancel={() => setFound(undefined)} />
}

type Problem = 'refused' | 'none'

type FindServiceProps = {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onFound: (found: Found) => void
}

function FindService({ typed, onTyped, onFound }: FindServiceProps) {
  const text = useExtensionText()
  const [problem, setProblem] = useState<Problem>()
  const task = useTask<'look'>()
  const origin = originOf(typed)
  const look = async () => {
    setProblem(undefined)
    if (origin === undefined) return
    // First: the browser asks only right after a click.
    if (!(await allowPage(origin))) return setProblem('refused')
    const config = await askService(origin).catch(() => undefined)
    if (config) onFound({ origin, config })
    else setProblem('none')
  }
  return (
    <Card title={text.addTitle} icon="globe" lead={text.addLead}>
      <GuardedForm isValid={origin !== undefined} onSubmit={() => task.run('look', look)}>
        <Field
          label={text.address}
          type="url"
          value={typed}
          onInput={onTyped}
          hint={text.addressHint}
          error={origin === undefined ? text.addressWrong : undefined}
          required
        />
        <Notice kind="error">{problem && problemText(text, problem, origin)}</Notice>
        <FailureNotice failure={task.failure} />
        <div class="actions start">
          <Button type="submit" busyText={task.running && text.looking} label={text.look} />
        </div>
      </GuardedForm>
    </Card>
  )
}

function problemText(text: ExtensionText, problem: Problem, origin = ''): string {
  return problem === 'refused' ? text.refused : text.noService(origin)
}

type ConfirmServiceProps = Found & { readonly add: () => Promise<void>; readonly onCancel: () => void }

function ConfirmService({ origin, config, add, onCancel }: ConfirmServiceProps) {
  const text = useExtensionText()
  const { common } = useText()
  const task = useTask<'add'>()
  const [isRefused, setRefused] = useState(false)
  const identity = identityOf(config)
  const { host } = new URL(origin)
  // Core and provider are often at the page's own address.
  const others = identityFacts(text, identity).filter(([, value]) => value !== origin)
  const confirm = async () => ((await allowCore(identity)) ? add() : setRefused(true))
  return (
    <Card title={text.confirmTitle(identity.name)} icon="shield" lead={text.confirmLead}>
      <Facts facts={[[text.address, origin], ...others]} />
      <Notice kind="error">{isRefused && text.refused}</Notice>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button
          onClick={() => task.run('add', confirm)}
          busyText={task.running && text.looking}
          label={text.open(host)}
        />
        <Button kind="quiet" onClick={onCancel} label={common.cancel} />
      </div>
    </Card>
  )
}

/** Of an address that passkeys work at: https, or this machine. */
function originOf(address: string): string | undefined {
  const withScheme = /^https?:/i.test(address) ? address : `https://${address}`
  if (address.trim() === '' || !URL.canParse(withScheme)) return undefined
  const { protocol, hostname, origin } = new URL(withScheme)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
  return protocol === 'https:' || isHere ? origin : undefined
}
