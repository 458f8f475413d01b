import './sign-in.css'
import type { ComponentChildren } from 'preact'
import { useText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { addressOf } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'
import type { QuickAnswer } from '../quick-approval/quick-approval.tsx'

export type UnlockPageProps = {
  readonly authRequestId: string | undefined
  /** Replaces the usual lead. */
  readonly lead?: string | undefined
  /** On the page of a request: takes a quick approval. */
  readonly onAnswer?: (answer: QuickAnswer) => void
}

type UnlockFrameProps = Omit<UnlockPageProps, 'onAnswer'> & {
  /** Replaces the usual title; there is no lead then. */
  readonly title?: string | undefined
  readonly children: ComponentChildren
}

/** The frame of all unlock pages: the requesting app, the reason of a lock, and links to recovery and sign-up. */
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
