import { useText } from '@countersign/web/client/messages/use-text.tsx'
import { Button, ButtonLink } from '@countersign/web/client/ui/button.tsx'
import { Card } from '@countersign/web/client/ui/card.tsx'
import { Field } from '@countersign/web/client/ui/field.tsx'
import { GuardedForm } from '@countersign/web/client/ui/guarded-form.tsx'
import { Notice } from '@countersign/web/client/ui/notice.tsx'
import { useTask } from '@countersign/web/client/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { askService } from '../ask-service.ts'
import { allowCore, allowPage } from '../permissions.ts'
import { identityOf, keepService, type WireConfig } from '../services.ts'
import { Facts } from './facts.tsx'
import { identityFacts } from './identity-facts.ts'
import { type ExtensionText, useExtensionText } from './texts.ts'

type Found = { readonly origin: string; readonly config: WireConfig }

/** Adds a service in two steps: its address, then what it says of itself, which the user confirms. */
export function AddService({ address, onAdded }: { address: string; onAdded: () => Promise<void> }) {
  const text = useExtensionText()
  const [found, setFound] = useState<Found>()
  const [added, setAdded] = useState<Found>()
  if (found) {
    const end = async (isAdded: boolean) => {
      if (isAdded) setAdded(found)
      setFound(undefined)
      await onAdded()
    }
    return <ConfirmService {...found} onEnd={end} />
  }
  if (added) {
    const { name } = identityOf(added.config)
    return (
      <Card title={text.added(name)} icon="shield">
        <div class="actions start">
          <ButtonLink href={`client.html?${added.origin}/`} label={text.visit} />
        </div>
      </Card>
    )
  }
  return <FindService address={address} onFound={setFound} />
}

type Problem = 'refused' | 'none'

function FindService({ address, onFound }: { address: string; onFound: (found: Found) => void }) {
  const text = useExtensionText()
  const [typed, setTyped] = useState(() => originOf(address) ?? address)
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
          onInput={setTyped}
          hint={text.addressHint}
          error={origin === undefined ? text.addressWrong : undefined}
          required
        />
        <Notice kind="error">{problem && problemText(text, problem, origin)}</Notice>
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

function ConfirmService({ origin, config, onEnd }: Found & { onEnd: (isAdded: boolean) => Promise<void> }) {
  const text = useExtensionText()
  const { common } = useText()
  const task = useTask<'add'>()
  const [isRefused, setRefused] = useState(false)
  const identity = identityOf(config)
  const { host } = new URL(origin)
  const add = async () => {
    if (!(await allowCore(identity))) return setRefused(true)
    await keepService({ origin, config, isOn: true })
    await onEnd(true)
  }
  return (
    <Card title={text.confirmTitle(identity.name)} icon="shield" lead={text.confirmLead}>
      <Facts facts={[[text.address, origin], ...identityFacts(text, identity)]} />
      <Notice kind="error">{isRefused && text.refused}</Notice>
      <div class="actions start">
        <Button onClick={() => task.run('add', add)} busyText={task.running && text.looking} label={text.open(host)} />
        <Button kind="quiet" onClick={() => void onEnd(false)} label={common.cancel} />
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
