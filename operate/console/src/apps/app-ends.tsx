import { Button } from '@countersign/ui/button.tsx'
import { Card } from '@countersign/ui/card.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { AskFirst, RefusalNotice, useChange } from '../elements.tsx'
import { texts } from '../texts.ts'

export function AppEnds({ app, reload }: AppSectionProps) {
  const { api, access, say } = useConsole()
  const remove = async () => {
    await api.removeApp(app.client_id)
    say(texts.ends.removed(app.name))
    navigate(consoleAddress('apps'))
  }
  return (
    <>
      {access.role === 'administrator' && <Disabling app={app} reload={reload} />}
      <Card icon="bin" title={texts.ends.removeTitle} lead={texts.ends.removeLead}>
        <div class="actions start">
          <AskFirst
            kind="danger"
            title={texts.ends.removeAsk(app.name)}
            message={texts.ends.removeLead}
            confirm={texts.ends.remove}
            work={remove}
          />
        </div>
      </Card>
    </>
  )
}

function Disabling({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { change, note } = useChange(reload)
  const task = useTask<'enable'>()
  const isDisabled = app.disabled_at !== null
  const disable = () => change(() => api.disableApp(app.client_id), texts.ends.disabledNow)
  const enable = () => change(() => api.enableApp(app.client_id), texts.ends.enabledNow)
  return (
    <Card icon="clock" title={texts.ends.disableTitle} lead={texts.ends.disableLead}>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        {isDisabled ? (
          <Button
            kind="secondary"
            onClick={() => task.run('enable', enable)}
            busyText={task.running && texts.ends.enable}
            label={texts.ends.enable}
          />
        ) : (
          <AskFirst
            title={texts.ends.disableAsk(app.name)}
            message={texts.ends.disableLead}
            confirm={texts.ends.disable}
            work={disable}
          />
        )}
      </div>
    </Card>
  )
}
