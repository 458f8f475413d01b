import { useFullText } from '../messages/use-text.tsx'
import { PATHS } from '../routing/paths.ts'
import { useCheckedValue } from './use-checked-value.ts'

type ValueProblemProps = { readonly claim: string; readonly value: string }

/** What is wrong with a value that the vault holds, and where to mend it. */
export function ValueProblem({ claim, value }: ValueProblemProps) {
  const text = useFullText()
  const { problem } = useCheckedValue({ claim, value, onInput: () => undefined })
  if (problem === undefined) return null
  return (
    <p class="value-problem">
      {text.values.problems[problem]} <a href={PATHS.home}>{text.vault.title}</a>
    </p>
  )
}
