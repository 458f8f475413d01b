import { Button } from '@countersign/ui/button.tsx'
import { Card } from '@countersign/ui/card.tsx'
import { FileField } from '@countersign/ui/files.tsx'
import { Notice } from '@countersign/ui/notice.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { RefusalNotice, useChange } from '../elements.tsx'
import { APP_TEXTS } from './app-texts.ts'

const MAXIMUM_BYTES = 131_072

export function AppLogo({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { change, note } = useChange(reload)
  const [isTooLarge, setTooLarge] = useState(false)
  const task = useTask<'upload' | 'remove'>()
  const run = (name: 'upload' | 'remove', work: () => Promise<void>) =>
    task.run(name, () => change(work, APP_TEXTS.logo.saved))
  const choose = (file: File) => {
    setTooLarge(file.size > MAXIMUM_BYTES)
    if (file.size <= MAXIMUM_BYTES) run('upload', () => api.setLogo(app.client_id, file))
  }
  return (
    <Card icon="eye" title={APP_TEXTS.logo.title} lead={APP_TEXTS.logo.lead}>
      <FileField label={APP_TEXTS.logo.choose} accept="image/png,image/jpeg,image/webp" onChoose={choose} />
      <Notice kind="error">{isTooLarge && APP_TEXTS.logo.tooLarge}</Notice>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => run('remove', () => api.removeLogo(app.client_id))}
          busyText={task.running && APP_TEXTS.logo.busy}
          label={APP_TEXTS.logo.remove}
        />
      </div>
    </Card>
  )
}
