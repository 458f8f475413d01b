import type { MethodView } from '@countersign/device'
import { Badge, Card } from '@countersign/ui/card.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { type Loaded, LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { here } from '@countersign/ui/place.ts'
import { METHOD_ANCHORS } from '@countersign/ui/routing/method-anchors.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useSteps } from '@countersign/ui/use-steps.ts'
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { useSession } from '../../session/session.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { AboutPasskeys } from './about-passkeys.tsx'
import { ChangeLogin, ChangePassword } from './change-credentials.tsx'
import { ReplaceRecoveryKey, RotateAccountKey } from './key-replacement.tsx'
import { AddPasskey, type MethodNote, type MethodStep, RemoveButton, RenameButton } from './method-steps.tsx'

/** `/methods`: the unlock methods. */
export function MethodsPage() {
  const [anchor, setAnchor] = useState(() => here().hash)
  const close = useCallback(() => {
    setAnchor('')
    navigate(PATHS.methods, { replace: true })
  }, [])
  if (anchor === METHOD_ANCHORS.aboutPasskeys) return <AboutPasskeys onClose={close} />
  return <RequireSignIn>{() => <Methods anchor={anchor} onArrived={close} />}</RequireSignIn>
}

type MethodsProps = {
  /** The part that the address names, once. */
  readonly anchor: string
  readonly onArrived: () => void
}

function Methods({ anchor, onArrived }: MethodsProps) {
  const { ask } = useSession()
  const { step, next, back, restart } = useSteps<MethodStep>({ at: 'list' })
  const methods = useLoaded(() => ask('listMethods', {}))
  const done = async (note: MethodNote) => {
    await methods.reload()
    restart({ at: 'list', note })
    // The focused button may be gone.
    document.querySelector('h1')?.focus()
  }
  // Several steps make one change: tell a user who stops in the middle its outcome.
  const cancel = (isUnknown: boolean) => void done(isUnknown ? 'maybeChanged' : 'unchanged')
  const isLoaded = methods.content !== undefined
  useEffect(() => {
    if (!isLoaded || anchor === '') return
    onArrived()
    if (anchor === METHOD_ANCHORS.password) next({ at: 'password' })
  }, [isLoaded, anchor, onArrived])
  const hasPassword = methods.content?.some(({ type }) => type === 'password') ?? false
  switch (step.at) {
    case 'list':
      return <MethodList anchor={anchor} methods={methods} note={step.note} onChoose={next} onDone={done} />
    case 'password':
      return (
        <ChangePassword
          hasPassword={hasPassword}
          onBack={back}
          onDone={done}
          onRotate={(password) => next({ at: 'rotate', password })}
        />
      )
    case 'login':
      return <ChangeLogin onBack={back} onDone={done} />
    case 'recovery-key':
      return <ReplaceRecoveryKey onCancel={cancel} onDone={done} />
    case 'rotate':
      return <RotateAccountKey password={step.password} onCancel={cancel} onDone={done} />
  }
}

type MethodListProps = Pick<MethodsProps, 'anchor'> & {
  readonly methods: Loaded<readonly MethodView[]>
  readonly note: MethodNote | undefined
  readonly onChoose: (step: MethodStep) => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

const NOT_DONE: readonly MethodNote[] = ['unchanged', 'maybeChanged']

function MethodList({ anchor, methods, note, onChoose, onDone }: MethodListProps) {
  const text = useFullText()
  const { content } = methods
  return (
    <SignedInFrame current="methods" title={text.passkeys.title} lead={text.passkeys.lead}>
      <Notice kind={note && NOT_DONE.includes(note) ? 'info' : 'good'}>{note && text.passkeys[note]}</Notice>
      <LoadingNotice loaded={methods} />
      {content && (
        <>
          <PasskeyCard methods={content} isOpen={anchor === METHOD_ANCHORS.newPasskey} onDone={onDone} />
          <PasswordCard methods={content} onChoose={onChoose} onDone={onDone} />
          <KeyCards methods={content} onChoose={onChoose} />
        </>
      )}
    </SignedInFrame>
  )
}

type CardProps = Pick<MethodListProps, 'onChoose' | 'onDone'> & { readonly methods: readonly MethodView[] }

function PasswordCard({ methods, onChoose, onDone }: CardProps) {
  const { passkeys, signIn } = useFullText()
  const password = methods.find(({ type }) => type === 'password')
  return (
    <Card icon="password" title={signIn.password} lead={password ? passkeys.passwordLead : passkeys.noPassword}>
      {password && (
        <ul class="rows">
          <MethodRow method={password}>
            <RemoveButton method={password} methods={methods} name={signIn.password} onDone={onDone} />
          </MethodRow>
        </ul>
      )}
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => onChoose({ at: 'password' })}
          label={password ? passkeys.changePassword : passkeys.setPassword}
        />
        {password && <Button kind="secondary" onClick={() => onChoose({ at: 'login' })} label={passkeys.changeLogin} />}
      </div>
    </Card>
  )
}

function KeyCards({ methods, onChoose }: Omit<CardProps, 'onDone'>) {
  const { passkeys, recovery: words } = useFullText()
  const recovery = methods.find(({ type }) => type === 'recovery')
  return (
    <>
      <Card icon="key" title={words.label} lead={passkeys.recoveryLead}>
        {recovery && (
          <ul class="rows">
            <MethodRow method={recovery} />
          </ul>
        )}
        <div class="actions start">
          <Button kind="secondary" onClick={() => onChoose({ at: 'recovery-key' })} label={passkeys.newKey} />
        </div>
      </Card>
      <Card icon="shield" title={passkeys.accountKey} lead={passkeys.accountKeyLead}>
        <div class="actions start">
          <Button kind="secondary" onClick={() => onChoose({ at: 'rotate' })} label={passkeys.rotate} />
        </div>
      </Card>
    </>
  )
}

function PasskeyCard({ methods, isOpen, onDone }: Omit<CardProps, 'onChoose'> & { readonly isOpen: boolean }) {
  const { passkeys } = useFullText()
  const support = usePasskeySupport()
  const [isAdding, setAdding] = useState(isOpen)
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
          <Button
            kind={own.length === 0 ? 'primary' : 'secondary'}
            onClick={() => setAdding(true)}
            label={passkeys.add}
          />
        </div>
      )}
      {isAdding && <AddPasskey onAdded={added} onCancel={() => setAdding(false)} />}
    </Card>
  )
}

function MethodRow({ method, title, children }: { method: MethodView; title?: string; children?: ComponentChildren }) {
  const { passkeys } = useFullText()
  const format = useFormat()
  const { createdAt, lastUsedAt, isBackedUp, isCurrent } = method
  const usedText = () => (lastUsedAt === undefined ? passkeys.neverUsed : passkeys.usedOn(format.date(lastUsedAt)))
  const facts = [
    createdAt !== undefined && passkeys.addedOn(format.date(createdAt)),
    createdAt !== undefined && !isCurrent && usedText(),
    isBackedUp !== undefined && (isBackedUp ? passkeys.synced : passkeys.oneDevice),
  ].filter((fact) => fact !== false)
  return (
    <li>
      <div class="rows-text">
        {title !== undefined && (
          <h3>
            <bdi>{title}</bdi>
            {isCurrent && <Badge>{passkeys.current}</Badge>}
          </h3>
        )}
        <p class="fine">{facts.join(' · ')}</p>
        {title === undefined && isCurrent && <Badge>{passkeys.current}</Badge>}
      </div>
      {children && <div class="actions">{children}</div>}
    </li>
  )
}
