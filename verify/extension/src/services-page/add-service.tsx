import { Card } from '@countersign/ui/card.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { parseAddress } from '../address.ts'
import { askService } from '../ask-service.ts'
import { allowCore, allowPage } from '../permissions.ts'
import { identityOf, keepService, type WireConfig } from '../services.ts'
import { switchOn } from '../take-over.ts'
import { Facts, identityFacts } from './facts.tsx'
import type { ExtensionText } from './texts/en.ts'
import { useExtensionText } from './texts.ts'

type Found = { readonly origin: string; readonly config: WireConfig }

/** `isDone`: no script of the service runs in a tab any more. */
type OnAdded = (name: string, isDone: boolean) => Promise<void>

type AddServiceProps = { readonly address: string; readonly onAdded: OnAdded }

/** Adds a service in two steps: its address, then what it says of itself, which the user confirms. */
export function AddService({ address, onAdded }: AddServiceProps) {
  const [found, setFound] = useState<Found>()
  const [typed, setTyped] = useState(() => addableOrigin(address) ?? '')
  if (!found) return <FindService typed={typed} onTyped={setTyped} onFound={setFound} />
  const add = async () => {
    await keepService({ ...found, isOn: false })
    const openTabs = await switchOn(found.origin).catch(() => undefined)
    setFound(undefined)
    setTyped('')
    await onAdded(identityOf(found.config).name, openTabs?.length === 0)
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
  const origin = addableOrigin(typed)
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
  const keys = others.filter(([name]) => name === text.passwordKeys)
  const confirm = async () => ((await allowCore(identity)) ? add() : setRefused(true))
  return (
    <Card title={text.confirmTitle(identity.name)} icon="shield" lead={text.confirmLead}>
      <Facts facts={[[text.address, origin], ...others.filter((fact) => !keys.includes(fact))]} />
      <details class="more">
        <summary>{text.howItWorks}</summary>
        <Facts facts={keys} />
      </details>
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

/** Passkeys need https, or this machine. */
function addableOrigin(typed: string): string | undefined {
  const address = parseAddress(/^https?:/i.test(typed) ? typed : `https://${typed}`)
  const isHere = address?.hostname === 'localhost' || address?.hostname === '127.0.0.1'
  return address?.protocol === 'https:' || isHere ? address.origin : undefined
}
