import './sign-in.css'
import type { ComponentChildren } from 'preact'
import { useText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { ShortAnswer } from '../as-before/as-before.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'

export type UnlockPageProps = {
  readonly authRequestId: string | undefined
  /** Why to sign in, in place of the usual lead. */
  readonly lead?: string | undefined
  /** Of the page of a request: takes the answer to one that asks as before. */
  readonly onAnswer?: (answer: ShortAnswer) => void
}

type UnlockFrameProps = Omit<UnlockPageProps, 'onAnswer'> & {
  /** In place of the usual title, without a lead. */
  readonly title?: string | undefined
  readonly children: ComponentChildren
}

/** Around every way to open the vault: who asks, why it was locked, and the ways for whoever has none of these. */
export function UnlockFrame({ authRequestId, title, lead, children }: UnlockFrameProps) {
  const { signIn } = useText()
  const { state } = useSession()
  const isWaiting = authRequestId !== undefined
  const reason = state.status === 'locked' ? state.reason : undefined
  return (
    <PreviewPage
      authRequestId={authRequestId}
      title={title ?? (isWaiting ? signIn.appWaitingTitle : signIn.title)}
      lead={title === undefined && (lead ?? (isWaiting ? signIn.appWaiting : signIn.lead))}
    >
      <Notice>{reason && signIn.locked[reason]}</Notice>
      {children}
      <p class="aside">
        <a href={addressOf(PATHS.recovery, authRequestId)}>{signIn.recovery}</a>
      </p>
      <p class="aside">
        {signIn.noAccount} <a href={addressOf(PATHS.signUp, authRequestId)}>{signIn.signUp}</a>
      </p>
    </PreviewPage>
  )
}
