import './recovery-key.css'
import { KnownUsername } from '@countersign/ui/credential-fields.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { download } from '@countersign/ui/files.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useBrand } from '@countersign/ui/page.tsx'
import { here } from '@countersign/ui/place.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { namesOf } from '../signed-in/names-of.ts'

type RecoveryKeyCardProps = {
  readonly recoveryKey: string
  readonly onNext: () => void
  readonly onCancel: () => void
  readonly cancel: string
}

/** Shows the recovery key once, to copy, print or save without another service. */
export function RecoveryKeyCard({ recoveryKey, onNext, onCancel, cancel }: RecoveryKeyCardProps) {
  const text = useFullText()
  const facts = useKeyFacts()
  const [kept, setKept] = useState<'copied' | 'copyFailed' | 'offered'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(recoveryKey)
      setKept('copied')
    } catch {
      setKept('copyFailed')
    }
  }
  return (
    <>
      <section class="card stack recovery-key-card" aria-label={text.recovery.label}>
        <ol class="recovery-key" dir="ltr">
          {recoveryKey.split('-').map((group) => (
            <li key={group}>
              <code>{group}</code>
            </li>
          ))}
        </ol>
        <PrintedFacts facts={facts} />
        <KeepButtons facts={facts} recoveryKey={recoveryKey} onCopy={() => void copy()} />
        <SaveInManager recoveryKey={recoveryKey} onOffered={() => setKept('offered')} />
        <Notice kind={kept === 'copied' ? 'good' : 'info'}>{kept && text.recovery[kept]}</Notice>
      </section>
      <div class="actions">
        <Button kind="quiet" onClick={onCancel} label={cancel} />
        <Button onClick={onNext} label={text.recovery.next} />
      </div>
    </>
  )
}

function PrintedFacts({ facts }: { facts: KeyFacts }) {
  const { recovery } = useFullText()
  const { name } = useBrand()
  return (
    <div class="recovery-key-printed">
      <h2>
        <bdi>{name}</bdi> · {recovery.label}
      </h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p>{recovery.keepSafe}</p>
    </div>
  )
}

function KeepButtons({ facts, recoveryKey, onCopy }: { facts: KeyFacts; recoveryKey: string; onCopy: () => void }) {
  const { recovery, common } = useFullText()
  const { name } = useBrand()
  const lines = [
    `${name}: ${recovery.label}`,
    recoveryKey,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    recovery.keepSafe,
  ]
  return (
    <div class="actions even">
      <Button kind="secondary" onClick={onCopy} label={recovery.copy} />
      <Button kind="secondary" onClick={() => print()} label={recovery.print} />
      <Button
        kind="secondary"
        onClick={() => download(recovery.fileName, `${lines.join('\n\n')}\n`, 'text/plain')}
        label={common.download}
      />
    </div>
  )
}

type KeyFacts = readonly (readonly [label: string, value: string])[]

function useKeyFacts(): KeyFacts {
  const { recovery } = useFullText()
  const format = useFormat()
  return [
    [recovery.site, here().host],
    [recovery.madeOn, format.date(Date.now())],
  ]
}

type SaveInManagerProps = { readonly recoveryKey: string; readonly onOffered: () => void }

/** A form that password managers save when it is submitted, which sends nothing: the page's policy forbids that too. */
export function SaveInManager({ recoveryKey, onOffered }: SaveInManagerProps) {
  const { recovery } = useFullText()
  const username = useKeyName()
  const offer = (event: Event) => {
    event.preventDefault()
    // Without the API a manager watches the form. No page learns whether the key was saved.
    store({ id: username, password: recoveryKey }).catch(() => undefined)
    onOffered()
  }
  return (
    <form onSubmit={offer}>
      <KnownUsername login={username} />
      <input
        class="visually-hidden"
        type="password"
        autocomplete="new-password"
        value={recoveryKey}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <div class="actions even">
        <Button kind="secondary" type="submit" label={recovery.saveInManager} />
      </div>
    </form>
  )
}

/** One for each key: under the login's name it would replace the password there, under one name an older key in force. */
function useKeyName(): string {
  const { recovery } = useFullText()
  const format = useFormat()
  const { profile } = useSession()
  const [madeAt] = useState(Date.now)
  const name = profile ? namesOf(profile).name : ''
  return [name, recovery.label, format.dateTime(madeAt)].filter((part) => part !== '').join(' · ')
}

type PasswordData = { readonly id: string; readonly password: string }

/** Credential Management Level 1 §3.2, in browsers of Chromium. */
async function store(data: PasswordData): Promise<void> {
  const { PasswordCredential } = globalThis as { PasswordCredential?: new (data: PasswordData) => Credential }
  if (PasswordCredential) await navigator.credentials.store(new PasswordCredential(data))
}
