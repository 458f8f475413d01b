import { AppIcon, Notice } from '@countersign/ui/elements.tsx'
import type { IconName } from '@countersign/ui/icon.tsx'
import { type Loaded, LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { Nav } from '@countersign/ui/nav.tsx'
import type { App } from '../api/console-api.ts'
import { type AppSectionProps, ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { RefusalNotice } from '../elements.tsx'
import { AppEnds } from './app-ends.tsx'
import { AppErrors } from './app-errors.tsx'
import { AppSecrets } from './app-secrets.tsx'
import { APP_TEXTS } from './app-texts.ts'
import { CHECK_TEXTS } from './check-texts.ts'
import { AppKey } from './claims-key.tsx'
import { AppLogo, EditDescription, EditScopes } from './edit-app.tsx'
import { IntegrateApp } from './integrate.tsx'
import { TestApp } from './test-sign-in.tsx'
import { EditTranslations } from './translations.tsx'

const PARTS = {
  integrate: 'globe',
  test: 'enter',
  errors: 'info',
  description: 'eye',
  scopes: 'tag',
  secrets: 'key',
  end: 'bin',
} as const satisfies Readonly<Record<string, IconName>>

type Part = keyof typeof PARTS

const PART_NAMES = Object.keys(PARTS) as readonly Part[]

const CHANGES: readonly Part[] = ['description', 'scopes', 'secrets', 'end']

/** They keep what was typed while another part is in sight. */
const FORMS: readonly Part[] = ['description', 'scopes', 'secrets']

/** `/console/app`: one part of it at a time, by its address. */
export function AppPage({ clientId, part }: { clientId: string; part: string }) {
  const { api } = useConsole()
  const loaded = useLoaded(() => api.readApp(clientId))
  const app = loaded.content
  const current = PART_NAMES.find((each) => each === part) ?? 'integrate'
  if (app) return <LoadedApp app={app} failure={loaded.failure} reload={loaded.reload} part={current} />
  return (
    <ConsoleFrame current="apps" title={APP_TEXTS.apps.title}>
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
    </ConsoleFrame>
  )
}

type LoadedAppProps = AppSectionProps & Pick<Loaded<App>, 'failure'> & { readonly part: Part }

function LoadedApp({ app, failure, reload, part }: LoadedAppProps) {
  const format = useFormat()
  const addressOf = (name: Part) =>
    consoleAddress('app', { client_id: app.client_id, part: name === 'integrate' ? '' : name })
  return (
    <ConsoleFrame
      current="apps"
      icon={<AppIcon name={app.name} logo={app.logo} />}
      title={app.name}
      lead={
        <>
          {APP_TEXTS.app.lead(format.date(app.created_at))}{' '}
          {app.owner !== null && APP_TEXTS.app.owner(format.isolate(app.owner))}
        </>
      }
    >
      <RefusalNotice failure={failure} />
      <Notice kind="warning">
        {app.disabled_at !== null && APP_TEXTS.app.disabledSince(format.dateTime(app.disabled_at))}
      </Notice>
      <Notice kind="info">{app.managed_by_file && APP_TEXTS.app.managedByFile}</Notice>
      <Nav
        label={CHECK_TEXTS.parts.label}
        current={addressOf(part)}
        pages={PART_NAMES.map((name) => ({
          href: addressOf(name),
          label: CHECK_TEXTS.parts[name],
          icon: PARTS[name],
        }))}
      />
      {PART_NAMES.filter((name) => name === part || FORMS.includes(name)).map((name) => (
        <div key={name} hidden={name !== part}>
          <fieldset class="app-part" disabled={app.managed_by_file === true && CHANGES.includes(name)}>
            <PartOfApp part={name} app={app} reload={reload} />
          </fieldset>
        </div>
      ))}
    </ConsoleFrame>
  )
}

function PartOfApp({ part, ...section }: AppSectionProps & { readonly part: Part }) {
  switch (part) {
    case 'integrate':
      return <IntegrateApp app={section.app} />
    case 'test':
      return <TestApp app={section.app} />
    case 'errors':
      return <AppErrors app={section.app} />
    case 'description':
      return (
        <>
          <EditDescription {...section} />
          <AppLogo {...section} />
        </>
      )
    case 'scopes':
      return (
        <>
          <EditScopes {...section} />
          <EditTranslations {...section} />
        </>
      )
    case 'secrets':
      return (
        <>
          <AppSecrets {...section} />
          <AppKey {...section} />
        </>
      )
    case 'end':
      return <AppEnds {...section} />
  }
}
