import { useState } from 'preact/hooks'
import { useFormat } from '../../messages/use-text.tsx'
import { navigate } from '../../routing/router.ts'
import { AppIcon } from '../../ui/app-marks.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FileField } from '../../ui/files.tsx'
import { type Loaded, LoadingNotice, useLoaded } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { App } from '../api/console-api.ts'
import { type AppSectionProps, ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { AskFirst, CopyValue, RefusalNotice, useChange } from '../elements.tsx'
import { texts } from '../texts.ts'
import { AppKey } from './app-key.tsx'
import { AppSecrets } from './app-secrets.tsx'
import { EditDescription, EditScopes } from './edit-app.tsx'
import { EditTranslations } from './translations.tsx'

/** `/console/app` */
export function AppPage({ clientId }: { clientId: string }) {
  const { api } = useConsole()
  const loaded = useLoaded(() => api.readApp(clientId))
  const app = loaded.content
  if (app) return <LoadedApp app={app} failure={loaded.failure} reload={loaded.reload} />
  return (
    <ConsoleFrame current="apps" title={texts.apps.title}>
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
    </ConsoleFrame>
  )
}

function LoadedApp({ app, failure, reload }: AppSectionProps & Pick<Loaded<App>, 'failure'>) {
  const format = useFormat()
  return (
    <ConsoleFrame
      current="apps"
      icon={<AppIcon name={app.name} logo={app.logo} />}
      title={app.name}
      lead={texts.app.lead(format.date(app.created_at))}
    >
      <RefusalNotice failure={failure} />
      <Notice>{app.disabled_at !== null && texts.app.disabledSince(format.dateTime(app.disabled_at))}</Notice>
      <section class="card stack" aria-label={texts.app.clientId}>
        <CopyValue label={texts.app.clientId} value={app.client_id} />
        {app.owner !== null && <p class="fine">{texts.app.owner(format.isolate(app.owner))}</p>}
        <p>
          <a href={consoleAddress('audit', { client_id: app.client_id })}>{texts.app.events}</a>
        </p>
      </section>
      <EditDescription app={app} reload={reload} />
      <AppLogo app={app} reload={reload} />
      <EditScopes app={app} reload={reload} />
      <EditTranslations app={app} reload={reload} />
      <AppSecrets app={app} reload={reload} />
      <AppKey app={app} reload={reload} />
      <AppEnds app={app} reload={reload} />
    </ConsoleFrame>
  )
}

const MAXIMUM_BYTES = 131_072

function AppLogo({ app, reload }: AppSectionProps) {
  const { api } = useConsole()
  const { change, note } = useChange(reload)
  const [isTooLarge, setTooLarge] = useState(false)
  const task = useTask<'upload' | 'remove'>()
  const run = (name: 'upload' | 'remove', work: () => Promise<void>) =>
    task.run(name, () => change(work, texts.logo.saved))
  const choose = (file: File) => {
    setTooLarge(file.size > MAXIMUM_BYTES)
    if (file.size <= MAXIMUM_BYTES) run('upload', () => api.setLogo(app.client_id, file))
  }
  return (
    <Card icon="eye" title={texts.logo.title} lead={texts.logo.lead}>
      <FileField label={texts.logo.choose} accept="image/png,image/jpeg,image/webp" onChoose={choose} />
      <Notice kind="error">{isTooLarge && texts.logo.tooLarge}</Notice>
      <RefusalNotice failure={task.failure} />
      {note}
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => run('remove', () => api.removeLogo(app.client_id))}
          busyText={task.running && texts.logo.busy}
          label={texts.logo.remove}
        />
      </div>
    </Card>
  )
}

function AppEnds({ app, reload }: AppSectionProps) {
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
