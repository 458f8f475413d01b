import { useState } from 'preact/hooks'
import { text } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

interface RecoveryKeyStepProps {
  readonly login: string
  readonly recoveryKey: string
  readonly onNext: () => void
  readonly onBack: () => void
}

/** Shows the recovery key, once, with every way to keep it that needs no other service. */
export function RecoveryKeyStep({ login, recoveryKey, onNext, onBack }: RecoveryKeyStepProps) {
  const [copying, setCopying] = useState<'copied' | 'copyFailed'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(recoveryKey)
      setCopying('copied')
    } catch {
      setCopying('copyFailed')
    }
  }
  return (
    <Page
      before={<p class="step">{text.signUp.step(2)}</p>}
      title={text.recovery.title}
      lead={text.recovery.lead}
      hasHomeLink={false}
    >
      <section class="card stack" aria-label={text.recovery.label}>
        <p class="printed">
          {text.productName} · {text.signUp.login}: {login}
        </p>
        <ol class="recovery-key">
          {recoveryKey.split('-').map((group) => (
            <li key={group}>
              <code>{group}</code>
            </li>
          ))}
        </ol>
        <div class="actions even">
          <Button kind="secondary" onClick={() => void copy()}>
            {text.recovery.copy}
          </Button>
          <Button kind="secondary" onClick={() => print()}>
            {text.recovery.print}
          </Button>
          <Button kind="secondary" onClick={() => download(login, recoveryKey)}>
            {text.recovery.download}
          </Button>
        </div>
        <Notice kind={copying === 'copied' ? 'good' : 'info'}>{copying && text.recovery[copying]}</Notice>
      </section>
      <div class="actions">
        <Button kind="quiet" onClick={onBack}>
          {text.common.cancel}
        </Button>
        <Button onClick={onNext}>{text.recovery.next}</Button>
      </div>
    </Page>
  )
}

function download(login: string, recoveryKey: string): void {
  const file = new Blob([text.recovery.fileText(login, recoveryKey)], { type: 'text/plain' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = text.recovery.fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
