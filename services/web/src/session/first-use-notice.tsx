import type { FirstUse } from '@countersign/device'
import { useFormat, useFullText } from '../messages/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'
import { useSession } from './session.tsx'

/**
 * Who opens a vault on a new device can see when, where and how often it was changed: a whole old copy looks the same to
 * the device. It stays until its owner has confirmed it.
 */
export function FirstUseNotice({ firstUse: { at, device, gen } }: { firstUse: FirstUse }) {
  const { origin, common } = useFullText()
  const format = useFormat()
  const { ask } = useSession()
  const task = useTask<'confirm'>()
  const confirm = async () => {
    await ask('confirmVault', {})
  }
  return (
    <Card title={origin.firstUseTitle} lead={origin.firstUse(format.dateTime(at), device, format.number(gen))}>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button kind="secondary" onClick={() => task.run('confirm', confirm)} busyText={task.running && common.saving}>
          {origin.confirm}
        </Button>
      </div>
    </Card>
  )
}
