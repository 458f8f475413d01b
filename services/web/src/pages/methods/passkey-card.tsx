import type { MethodView } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { MethodRow } from './method-row.tsx'
import type { MethodNote } from './method-step.ts'
import { RemoveButton } from './remove-method.tsx'
import { RenameButton } from './rename-passkey.tsx'

type PasskeyCardProps = {
  readonly methods: readonly MethodView[]
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** The passkeys, and one more. */
export function PasskeyCard({ methods, onDone }: PasskeyCardProps) {
  const { passkeys } = useFullText()
  const support = usePasskeySupport()
  const [isAdding, setAdding] = useState(false)
  const own = methods.filter(({ type }) => type === 'passkey')
  const added = async () => {
    setAdding(false)
    await onDone('added')
  }
  return (
    <Card icon="fingerprint" title={passkeys.passkeys} lead={own.length === 0 ? passkeys.none : passkeys.passkeysLead}>
      {own.length > 0 && (
        <ul class="rows">
          {own.map((method) => {
            const name = method.label ?? passkeys.unnamed
            return (
              <MethodRow key={method.unlockId} method={method} title={name}>
                <RenameButton method={method} name={name} onDone={onDone} />
                <RemoveButton method={method} methods={methods} name={name} onDone={onDone} />
              </MethodRow>
            )
          })}
        </ul>
      )}
      {support !== 'likely' && <p class="fine">{passkeys.unsupported}</p>}
      {support === 'likely' && !isAdding && (
        <div class="actions start">
          <Button kind={own.length === 0 ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
            {passkeys.add}
          </Button>
        </div>
      )}
      {isAdding && <AddPasskey onAdded={added} onCancel={() => setAdding(false)} />}
    </Card>
  )
}
