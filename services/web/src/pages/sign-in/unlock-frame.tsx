import type { Failure } from '@countersign/device'
import { LoginField, PasswordField } from '@countersign/ui/credential-fields.tsx'
import { Button, FailureNotice, Notice, type Sentences } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useFormat, useText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { useSession } from '../../session/session.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'

export type UnlockPageProps = {
  readonly authRequestId: string | undefined
  readonly lead?: string | undefined
  /** On the page of a request: takes a quick approval. */
  readonly onAnswer?: (answer: QuickAnswer) => void
}

/** The progress of a quick approval. `address` is empty if unsafe; `changed`: the user must see the whole request. */
export type QuickAnswer = 'none' | 'approving' | 'changed' | { readonly address: string }

type UnlockFrameProps = Omit<UnlockPageProps, 'onAnswer'> & {
  /** Replaces the usual title; there is no lead then. */
  readonly title?: string | undefined
  readonly isWide?: boolean
  readonly children: ComponentChildren
}

/** The frame of all unlock pages: the requesting app and the reason of a lock. */
export function UnlockFrame({ authRequestId, title, lead, isWide, children }: UnlockFrameProps) {
  const { signIn } = useText()
  const { reason } = useSession()
  const isWaiting = authRequestId !== undefined
  return (
    <PreviewPage
      authRequestId={authRequestId}
      title={title ?? (isWaiting ? signIn.appWaitingTitle : signIn.title)}
      lead={title === undefined && (lead ?? (isWaiting ? signIn.appWaiting : signIn.lead))}
      isWide={isWide === true}
    >
      <Notice>{reason && signIn.locked[reason]}</Notice>
      {children}
    </PreviewPage>
  )
}

type WayProps = { readonly authRequestId: string | undefined }

/** Ways in without this browser's passkey or the password. */
export function OtherWays({ authRequestId }: WayProps) {
  const { signIn } = useText()
  return (
    <p class="sign-in-others">
      <a href={addressOf(PATHS.recovery, authRequestId)}>{signIn.recovery}</a>
      <a href={addressOf(PATHS.anotherDevice, authRequestId)}>{signIn.anotherDevice}</a>
    </p>
  )
}

export function NoAccount({ authRequestId }: WayProps) {
  const { signIn } = useText()
  if (usePreview().signUps === 'closed') return null
  return (
    <p class="aside">
      {signIn.noAccount} <a href={addressOf(PATHS.signUp, authRequestId)}>{signIn.signUp}</a>
    </p>
  )
}

/** As the page shows it. */
const RECOVERY_KEY = /^(?:[0-9A-Z]{4}-){8}[0-9A-Z]{4}$/

/** Login and password: signs in and opens the vault in one step. */
export function SignInForm({ takesFocus }: { readonly takesFocus: boolean }) {
  const text = useText()
  const { ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask<'sign-in'>()
  const own = useThrottled(task.failure)

  const isFilled = login.trim() !== '' && password !== ''
  const submit = () =>
    task.run('sign-in', async () => {
      // A password manager that has the recovery key fills it in here.
      if (RECOVERY_KEY.test(password)) await ask('signInByRecoveryKey', { recoveryKey: password })
      else await ask('signIn', { login, password })
    })
  return (
    <GuardedForm isValid={isFilled} onSubmit={submit} onFocus={() => warmUp('password')} takesFocus={takesFocus}>
      <LoginField login={login} setLogin={setLogin} hasPasskeys />
      <PasswordField password={password} setPassword={setPassword} />
      <FailureNotice failure={task.failure} own={own} />
      <Button kind="secondary" type="submit" busyText={task.running && text.signIn.busy} label={text.signIn.title} />
      <Notice>{task.running && text.signIn.busyHint}</Notice>
    </GuardedForm>
  )
}

const MINUTE_MS = 60_000

/** The first whole minute after a wait: cut to its minute, a time would be too early. */
export function minuteAfter(seconds: number, now = Date.now()): number {
  return Math.ceil((now + seconds * 1000) / MINUTE_MS) * MINUTE_MS
}

/** A throttled password leaves the other methods open, so the sentence names them. */
export function useThrottled(failure: Failure | undefined): Sentences {
  const { signIn } = useText()
  const format = useFormat()
  const seconds = failure?.retryAfterSeconds
  return seconds === undefined ? {} : { too_many_requests: signIn.throttled(format.time(minuteAfter(seconds))) }
}
