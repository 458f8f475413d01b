import { ClientError, type GesturePurpose, toFailure } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { StepUpDialog } from './step-up-dialog.tsx'

export type StepUp = {
  /** Does the work; where it needs a gesture, asks for one that is for just this, and does the work again. */
  readonly protect: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** To be shown somewhere on the page. */
  readonly dialog: ComponentChildren
}

type Question = {
  readonly purpose: GesturePurpose
  readonly resolve: () => void
  readonly reject: (error: ClientError) => void
}

/**
 * The one way to do what needs a gesture of its own. The worker refuses such a call before any request and says what the
 * gesture is to be for, so doing it again does nothing twice.
 */
export function useStepUp(): StepUp {
  const [question, setQuestion] = useState<Question>()

  const protect = useCallback(async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const { purpose } = toFailure(error)
      if (!purpose) throw error
      await new Promise<void>((resolve, reject) => setQuestion({ purpose, resolve, reject }))
      return work()
    }
  }, [])

  const answer = (settle: (pending: Question) => void) => {
    setQuestion(undefined)
    if (question) settle(question)
  }
  const dialog = question && (
    <StepUpDialog
      purpose={question.purpose}
      onDone={() => answer(({ resolve }) => resolve())}
      onCancel={() => answer(({ reject }) => reject(new ClientError({ code: 'reauth_required' })))}
    />
  )
  return { protect, dialog }
}
