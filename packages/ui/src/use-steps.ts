import { useEffect, useState } from 'preact/hooks'

/** Steps at one address. Back goes a step back; a reload starts over, since their data must not outlive the page. */
export function useSteps<Step>(first: Step) {
  const [{ steps, at }, setState] = useState<{ steps: readonly Step[]; at: number }>({ steps: [first], at: 0 })

  useEffect(() => {
    const follow = () => setState((now) => ({ ...now, at: Math.min(readStep(), now.steps.length - 1) }))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  return {
    step: steps[at] ?? first,
    /** Goes a step on; the browser's Back returns. */
    next: (step: Step) => {
      history.pushState({ step: at + 1 }, '', location.href)
      setState({ steps: [...steps.slice(0, at + 1), step], at: at + 1 })
    },
    back: () => history.back(),
    /** Starts over at this step and drops those before. */
    restart: (step: Step) => {
      history.replaceState(null, '', location.href)
      setState({ steps: [step], at: 0 })
    },
  }
}

/** The step in the history entry; an entry from before a reload names a lost one. */
function readStep(): number {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('step' in state)) return 0
  return typeof state.step === 'number' ? state.step : 0
}
