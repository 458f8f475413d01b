import { useFormat } from '../../messages/use-text.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Loaded, useLoaded } from '../../ui/use-loaded.ts'
import type { App } from '../api/console-api.ts'
import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { CopyValue } from '../elements/copy-value.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { texts } from '../texts.ts'
import { AppEnds } from './app-ends.tsx'
import { AppKey } from './app-key.tsx'
import { AppLogo } from './app-logo.tsx'
import { AppSecrets } from './app-secrets.tsx'
import type { AppSectionProps } from './app-section.ts'
import { EditDescription, EditScopes } from './edit-app.tsx'

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
      <AppSecrets app={app} reload={reload} />
      <AppKey app={app} reload={reload} />
      <AppEnds app={app} reload={reload} />
    </ConsoleFrame>
  )
}
