import type { Failure, FailureCode } from '@countersign/device'
import { useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Why a vault is refused as a whole, after a sign-in that was right. */
const REFUSED: readonly FailureCode[] = [
  'rollback',
  'fork',
  'tampered',
  'incomplete',
  'wrong_owner',
  'unlisted_unlock',
  'missing_unlock',
]

/** A vault that is not whole is not opened; what of it can be read belongs to its owner all the same. */
export function SaveReadable({ failure }: { failure: Failure | undefined }) {
  const text = useText()
  const { ask } = useSession()
  const task = useTask<'save'>()
  if (failure === undefined || !REFUSED.includes(failure.code)) return null
  const save = async () => download('vault-readable.json', (await ask('exportReadable', {})).text, 'application/json')
  return (
    <>
      <Button kind="secondary" onClick={() => task.run('save', save)} busyText={task.running && text.common.loading}>
        {text.signIn.saveReadable}
      </Button>
      <FailureNotice failure={task.failure} />
    </>
  )
}
