import type { ScopeDetail } from '@countersign/contracts'
import { describeScope, labelOf, useFormat, useText } from '@countersign/ui/messages/texts.ts'

/** Title and description of a scope. One that is asked for in part is named after its claims. */
export function useScopeWords() {
  const text = useText()
  const format = useFormat()
  return (scope: ScopeDetail) => {
    const whole = describeScope(text, scope)
    if (!scope.partial) return whole
    const labels = scope.claims.map((claim) => labelOf(text, claim))
    const [only, ...others] = labels
    const title = only !== undefined && others.length === 0 ? only : whole.title
    return { title, description: format.list(labels) }
  }
}
