import { ClientError, toFailure } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { StepUpDialog } from './step-up-dialog.tsx'

export type StepUp = {
  /** Does the work; where core wants a newer sign-in it asks for one gesture, and does the work again. */
  readonly protect: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** To be shown somewhere on the page. */
  readonly dialog: ComponentChildren
}

type Question = {
  readonly resolve: () => void
  readonly reject: (error: ClientError) => void
}

/**
 * The one way to do what needs a sign-in of the last five minutes. The worker refuses such a call before any request, so
 * doing it again does nothing twice.
 */
export function useStepUp(): StepUp {
  const [question, setQuestion] = useState<Question>()

  const protect = useCallback(async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      if (toFailure(error).code !== 'reauth_required') throw error
    }
    await new Promise<void>((resolve, reject) => setQuestion({ resolve, reject }))
    return work()
  }, [])

  const answer = (settle: (pending: Question) => void) => {
    setQuestion(undefined)
    if (question) settle(question)
  }
  const dialog = question && (
    <StepUpDialog
      onDone={() => answer(({ resolve }) => resolve())}
      onCancel={() => answer(({ reject }) => reject(new ClientError({ code: 'reauth_required' })))}
    />
  )
  return { protect, dialog }
}
