import { navigate } from '../../routing/router.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useConsole } from '../console-context.tsx'
import { consoleAddress } from '../console-paths.ts'
import { AskFirst } from '../elements/ask-first.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { useChange } from '../elements/use-change.tsx'
import { texts } from '../texts.ts'
import type { AppSectionProps } from './app-section.ts'

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
  const disable = async () => {
    await api.disableApp(app.client_id)
    return texts.ends.disabledNow
  }
  const enable = async () => {
    await api.enableApp(app.client_id)
    return texts.ends.enabledNow
  }
  return (
    <Card icon="clock" title={texts.ends.disableTitle} lead={texts.ends.disableLead}>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        {isDisabled ? (
          <Button
            kind="secondary"
            onClick={() => task.run('enable', () => change(enable))}
            busyText={task.running && texts.ends.enable}
          >
            {texts.ends.enable}
          </Button>
        ) : (
          <AskFirst
            title={texts.ends.disableAsk(app.name)}
            message={texts.ends.disableLead}
            confirm={texts.ends.disable}
            work={() => change(disable)}
          />
        )}
      </div>
    </Card>
  )
}
