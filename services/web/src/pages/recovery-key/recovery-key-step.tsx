import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { Page } from '../../ui/page.tsx'
import { RecoveryCheck, type RecoveryCheckProps } from './recovery-check.tsx'
import { RecoveryKeyCard } from './recovery-key-card.tsx'

type RecoveryKeyStepProps = RecoveryCheckProps & {
  readonly before?: ComponentChildren
  readonly onCancel: () => void
  /** Cancel, when not given. */
  readonly cancel?: string
}

/** The recovery key is shown, kept by its owner, and hidden again while they show that their copy can be read. */
export function RecoveryKeyStep({ before, onCancel, cancel, ...check }: RecoveryKeyStepProps) {
  const text = useFullText()
  const [isKept, setKept] = useState(false)
  return (
    <Page
      before={before}
      title={isKept ? text.recovery.confirmTitle : text.recovery.title}
      lead={isKept ? text.recovery.confirmLead : text.recovery.lead}
      hasHomeLink={false}
    >
      {isKept ? (
        <RecoveryCheck {...check} onBack={() => setKept(false)} />
      ) : (
        <RecoveryKeyCard
          recoveryKey={check.recoveryKey}
          onNext={() => setKept(true)}
          onCancel={onCancel}
          cancel={cancel ?? text.common.cancel}
        />
      )}
    </Page>
  )
}
