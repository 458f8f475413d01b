import './recovery-key.css'
import { Button } from '@countersign/ui/button.tsx'
import { download } from '@countersign/ui/files.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/use-text.tsx'
import { Notice } from '@countersign/ui/notice.tsx'
import { useBrand } from '@countersign/ui/page.tsx'
import { here } from '@countersign/ui/place.ts'
import { useState } from 'preact/hooks'
import { SaveInManager } from './save-in-manager.tsx'

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
