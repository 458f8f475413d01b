import type { Failure } from '@countersign/device'
import { Notice } from '@countersign/ui/notice.tsx'
import { useConsole } from './console-frame.tsx'
import { RefusalNotice } from './elements.tsx'
import { texts } from './texts.ts'

/** The refusal of a call that core answers. By token a missing address means that core has no `ADMIN_TOKEN`. */
export function CoreRefusal({ failure }: { failure: Failure | undefined }) {
  const { access } = useConsole()
  const code = access.user_id === null ? failure?.code : undefined
  if (code !== 'not_found' && code !== 'invalid_admin_token') return <RefusalNotice failure={failure} />
  return <Notice kind="error">{texts.coreRefusals[code]}</Notice>
}
