import { type Failure, isOutcomeUnknown, toFailure } from '@countersign/device'
import { useRef, useState } from 'preact/hooks'
import { MADE_HERE, type NewKey, takeKey } from './new-key.ts'

/**
 * The key of a form, until the service has it. An answer may be lost after the key was taken: so one that was made here
 * is kept and sent again, and its private half is shown.
 */
export function useNewKey() {
  const [draft, setDraft] = useState(MADE_HERE)
  const [perhapsInForce, setPerhapsInForce] = useState<string>()
  const made = useRef<NewKey | undefined>(undefined)

  const sendKey = async <Answer>(send: (key: NewKey | undefined) => Promise<Answer>) => {
    const key = draft.way === 'make' ? (made.current ?? (await takeKey(draft))) : await takeKey(draft)
    if (draft.way === 'make') made.current = key
    try {
      const answer = await send(key)
      made.current = undefined
      setPerhapsInForce(undefined)
      setDraft(MADE_HERE)
      return { answer, privateJwk: key?.privateJwk }
    } catch (error) {
      if (mayBeDone(toFailure(error))) setPerhapsInForce(key?.privateJwk)
      throw error
    }
  }
  return { draft, setDraft, perhapsInForce, sendKey }
}

/** Whether what was sent may have been done: a proxy that lost the answer speaks in its own name. */
export function mayBeDone(failure: Failure): boolean {
  return isOutcomeUnknown(failure) || ['bug', 'server_error', 'service_unavailable'].includes(failure.code)
}
