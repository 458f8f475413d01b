import { useState } from 'preact/hooks'
import { useBrand } from '../brand.tsx'
import { useFullText } from '../messages/use-text.tsx'
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
  const text = useFullText()
  const { name } = useBrand()
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
          <bdi>{name}</bdi> · {text.signUp.login}: <bdi>{login}</bdi>
        </p>
        <ol class="recovery-key" dir="ltr">
          {recoveryKey.split('-').map((group) => (
            <li key={group}>
              <code>{group}</code>
            </li>
          ))}
        </ol>
        <WaysToKeep onCopy={() => void copy()} login={login} recoveryKey={recoveryKey} />
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

interface WaysToKeepProps extends Pick<RecoveryKeyStepProps, 'login' | 'recoveryKey'> {
  readonly onCopy: () => void
}

function WaysToKeep({ login, recoveryKey, onCopy }: WaysToKeepProps) {
  const { recovery } = useFullText()
  const { name } = useBrand()
  return (
    <div class="actions even">
      <Button kind="secondary" onClick={onCopy}>
        {recovery.copy}
      </Button>
      <Button kind="secondary" onClick={() => print()}>
        {recovery.print}
      </Button>
      <Button kind="secondary" onClick={() => download(recovery.fileName, recovery.fileText(name, login, recoveryKey))}>
        {recovery.download}
      </Button>
    </div>
  )
}

function download(fileName: string, content: string): void {
  const file = new Blob([content], { type: 'text/plain' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
