import type { Failure } from '@countersign/device'
import { describeFailure } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useConsoleText } from '../console-text.tsx'
import type { ConsoleText } from '../load-console-text.ts'

/** Why something was refused, in a sentence near what it is about; as the service says it where only that says what is wrong. */
export function RefusalNotice({ failure }: { failure: Failure | undefined }) {
  const text = useText()
  const { refusals } = useConsoleText()
  if (failure?.code === 'passkey_cancelled') return <Notice kind="error" />
  const own = failure && findOwn(refusals, failure.code)
  const said = own === undefined && failure && EXPLAINED.includes(failure.code) ? failure.sentence : undefined
  return (
    <Notice kind="error">
      {said === undefined ? failure && (own ?? describeFailure(text, failure)) : <span lang="en">{said}</span>}
    </Notice>
  )
}

/** What somebody typed is wrong: only the service's own sentence says in what. */
const EXPLAINED: readonly Failure['code'][] = [
  'invalid_request',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_scope',
  'invalid_cursor',
]

function findOwn(refusals: ConsoleText['refusals'], code: string): string | undefined {
  return Object.entries(refusals).find(([name]) => name === code)?.[1]
}
