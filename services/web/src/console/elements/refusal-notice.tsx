import type { Failure } from '@countersign/device'
import { describeFailure } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { texts } from '../texts.ts'

/** Says why a call was refused. */
export function RefusalNotice({ failure }: { failure: Failure | undefined }) {
  const text = useText()
  if (failure?.code === 'passkey_cancelled') return <Notice kind="error" />
  const sentence = failure && (findOwn(failure.code) ?? explain(failure) ?? describeFailure(text, failure))
  return <Notice kind="error">{sentence}</Notice>
}

/** Refusals of typed values: only the service's sentence says which value is wrong. */
const EXPLAINED: readonly Failure['code'][] = [
  'invalid_request',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_scope',
  'invalid_cursor',
]

function explain({ code, sentence }: Failure): string | undefined {
  return EXPLAINED.includes(code) ? sentence : undefined
}

function findOwn(code: string): string | undefined {
  return Object.entries(texts.refusals).find(([name]) => name === code)?.[1]
}
