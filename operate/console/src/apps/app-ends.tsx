import { Card } from '@countersign/ui/card.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { type AppSectionProps, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { AskFirst, RefusalNotice, useChange } from '../elements.tsx'
import { APP_TEXTS } from './app-texts.ts'

export function AppEnds({ app, reload }: AppSectionProps) {
  const { api, access, say } = useConsole()
  const remove = async () => {
    await api.removeApp(app.client_id)
    say(APP_TEXTS.ends.removed(app.name))
    navigate(consoleAddress('apps'))
  }
  return (
    <>
      {access.role === 'administrator' && <Disabling app={app} reload={reload} />}
      <Card icon="bin" title={APP_TEXTS.ends.removeTitle} lead={APP_TEXTS.ends.removeLead}>
        <div class="actions start">
          <AskFirst
            kind="danger"
            title={APP_TEXTS.ends.removeAsk(app.name)}
            message={APP_TEXTS.ends.removeLead}
            confirm={APP_TEXTS.ends.remove}
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
  const disable = () => change(() => api.disableApp(app.client_id), APP_TEXTS.ends.disabledNow)
  const enable = () => change(() => api.enableApp(app.client_id), APP_TEXTS.ends.enabledNow)
  return (
    <Card icon="clock" title={APP_TEXTS.ends.disableTitle} lead={APP_TEXTS.ends.disableLead}>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        {isDisabled ? (
          <Button
            kind="secondary"
            onClick={() => task.run('enable', enable)}
            busyText={task.running && APP_TEXTS.ends.enable}
            label={APP_TEXTS.ends.enable}
          />
        ) : (
          <AskFirst
            title={APP_TEXTS.ends.disableAsk(app.name)}
            message={APP_TEXTS.ends.disableLead}
            confirm={APP_TEXTS.ends.disable}
            work={disable}
          />
        )}
      </div>
    </Card>
  )
}
