import type { MethodView } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Loaded } from '../../ui/use-loaded.ts'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { MethodRow } from './method-row.tsx'
import type { MethodNote, MethodStep } from './method-step.ts'
import { AddPasskey, RenameButton } from './passkey-steps.tsx'
import { RemoveButton } from './remove-method.tsx'

type MethodListProps = {
  readonly methods: Loaded<readonly MethodView[]>
  readonly note: MethodNote | undefined
  readonly onChoose: (step: MethodStep) => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

const NOT_DONE: readonly MethodNote[] = ['unchanged', 'maybeChanged']

/** All unlock methods by kind. */
export function MethodList({ methods, note, onChoose, onDone }: MethodListProps) {
  const text = useFullText()
  const { content } = methods
  return (
    <SignedInFrame current="methods" title={text.passkeys.title} lead={text.passkeys.lead}>
      <Notice kind={note && NOT_DONE.includes(note) ? 'info' : 'good'}>{note && text.passkeys[note]}</Notice>
      <LoadingNotice loaded={methods} />
      {content && (
        <>
          <PasskeyCard methods={content} onDone={onDone} />
          <PasswordCard methods={content} onChoose={onChoose} onDone={onDone} />
          <KeyCards methods={content} onChoose={onChoose} />
        </>
      )}
    </SignedInFrame>
  )
}

type CardProps = Pick<MethodListProps, 'onChoose' | 'onDone'> & { readonly methods: readonly MethodView[] }

function PasswordCard({ methods, onChoose, onDone }: CardProps) {
  const { passkeys } = useFullText()
  const password = methods.find(({ type }) => type === 'password')
  if (!password) {
    return (
      <Card icon="password" title={passkeys.password} lead={passkeys.noPassword}>
        <div class="actions start">
          <Button kind="secondary" onClick={() => onChoose({ at: 'password' })}>
            {passkeys.setPassword}
          </Button>
        </div>
      </Card>
    )
  }
  return (
    <Card icon="password" title={passkeys.password} lead={passkeys.passwordLead}>
      <ul class="rows">
        <MethodRow method={password}>
          <RemoveButton method={password} methods={methods} name={passkeys.password} onDone={onDone} />
        </MethodRow>
      </ul>
      <div class="actions start">
        <Button kind="secondary" onClick={() => onChoose({ at: 'password' })}>
          {passkeys.changePassword}
        </Button>
        <Button kind="secondary" onClick={() => onChoose({ at: 'login' })}>
          {passkeys.changeLogin}
        </Button>
      </div>
    </Card>
  )
}

function KeyCards({ methods, onChoose }: Omit<CardProps, 'onDone'>) {
  const { passkeys } = useFullText()
  const recovery = methods.find(({ type }) => type === 'recovery')
  return (
    <>
      <Card icon="key" title={passkeys.recoveryKey} lead={passkeys.recoveryLead}>
        {recovery && (
          <ul class="rows">
            <MethodRow method={recovery} />
          </ul>
        )}
        <div class="actions start">
          <Button kind="secondary" onClick={() => onChoose({ at: 'recovery-key' })}>
            {passkeys.newKey}
          </Button>
        </div>
      </Card>
      <Card icon="shield" title={passkeys.accountKey} lead={passkeys.accountKeyLead}>
        <div class="actions start">
          <Button kind="secondary" onClick={() => onChoose({ at: 'rotate' })}>
            {passkeys.rotate}
          </Button>
        </div>
      </Card>
    </>
  )
}

type PasskeyCardProps = {
  readonly methods: readonly MethodView[]
  readonly onDone: (note: MethodNote) => Promise<void>
}

function PasskeyCard({ methods, onDone }: PasskeyCardProps) {
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
