import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { CopyValue } from '../elements/copy-value.tsx'
import { texts } from '../texts.ts'

/** For somebody who is signed in and has nothing to do here: what their operator would need to know. */
export function NoAccessPage() {
  const { user_id } = useConsole().access
  return (
    <ConsoleFrame title={texts.access.noneTitle} lead={texts.access.none}>
      {user_id !== null && <CopyValue label={texts.access.userId} value={user_id} />}
    </ConsoleFrame>
  )
}
