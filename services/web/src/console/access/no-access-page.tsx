import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { useConsoleText } from '../console-text.tsx'
import { CopyValue } from '../elements/copy-value.tsx'

/** For somebody who is signed in and has nothing to do here: what their operator would need to know. */
export function NoAccessPage() {
  const { access } = useConsoleText()
  const { userId } = useConsole().access
  return (
    <ConsoleFrame title={access.noneTitle} lead={access.none}>
      {userId !== null && <CopyValue label={access.userId} value={userId} />}
    </ConsoleFrame>
  )
}
