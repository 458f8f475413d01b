import { ClientError, type GesturePurpose, toFailure } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import { useQuestions } from '../ui/use-questions.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

export type StepUp = {
  /** Does the work; if it needs a gesture, asks for one and does it again. */
  readonly protect: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Render this anywhere on the page. */
  readonly dialog: ComponentChildren
}

/**
 * Wraps acts that need their own gesture. The worker refuses such a call before any request and names the purpose, so
 * repeating it is safe.
 */
export function useStepUp(): StepUp {
  const { ask, current, answer } = useQuestions<GesturePurpose>()

  const protect = useCallback(async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const { purpose } = toFailure(error)
      if (!purpose) throw error
      await ask(purpose)
      return work()
    }
  }, [])

  const dialog = current && (
    <StepUpDialog
      key={JSON.stringify(current)}
      purpose={current}
      onDone={() => answer()}
      onCancel={() => answer(new ClientError({ code: 'reauth_required' }))}
    />
  )
  return { protect, dialog }
}
