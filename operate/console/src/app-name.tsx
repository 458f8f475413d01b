import { useResult } from '@countersign/ui/loading.tsx'
import type { ConsoleApi } from './api/console-api.ts'
import { consoleAddress } from './console-paths.ts'

export type ReadAppName = (clientId: string) => Promise<string>

/** Reads the name of each app once, however many rows ask. */
export function createAppNameReader({ readApp }: Pick<ConsoleApi, 'readApp'>): ReadAppName {
  const names = new Map<string, Promise<string>>()
  return (clientId) => {
    const known = names.get(clientId) ?? readApp(clientId).then(({ name }) => name)
    names.set(clientId, known)
    return known
  }
}

type AppNameProps = { readonly clientId: string; readonly readName: ReadAppName }

/** An app by its name, with the way to it; the client id where the app is gone. */
export function AppName({ clientId, readName }: AppNameProps) {
  const name = useResult(() => readName(clientId), [clientId])
  if (name === undefined) {
    return (
      <code dir="ltr" class="app-id" title={clientId}>
        {clientId}
      </code>
    )
  }
  return (
    <a href={consoleAddress('app', { client_id: clientId })}>
      <bdi>{name}</bdi>
    </a>
  )
}
