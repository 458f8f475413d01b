import type { ResourceServerResource } from '@countersign/contracts'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/use-text.tsx'
import { useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { Identifier } from '../identifier.tsx'
import type { Column } from '../table.tsx'
import { CataloguePage } from './catalogue-page.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'
import { ResourceForm } from './resource-form.tsx'

const { resources: words } = CATALOGUE_TEXTS

/** `/console/resources`: APIs that access tokens are for. */
export function ResourcesPage() {
  const { api } = useConsole()
  const columns = useColumns()
  const loaded = useLoaded(() => api.listResources())
  return (
    <CataloguePage
      page="resources"
      loaded={loaded}
      columns={columns}
      nameOf={({ name }) => name}
      keyOf={({ resource_id }) => resource_id}
      remove={({ resource_id }) => api.removeResource(resource_id)}
      form={ResourceForm}
    />
  )
}

function useColumns(): readonly Column<ResourceServerResource>[] {
  const format = useFormat()
  const { columns } = words
  return [
    { title: columns.name, cell: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
    {
      title: columns.resource,
      cell: ({ resource }) => <code dir="ltr">{resource}</code>,
      sortBy: ({ resource }) => resource,
    },
    {
      title: columns.format,
      cell: ({ access_token_format: form, access_token_signed_response_alg: algorithm }) =>
        form === 'jwt' ? `JWT, ${algorithm}` : words.formats.opaque,
    },
    {
      title: columns.scopes,
      cell: ({ scopes }) => format.list(scopes.map(({ name }) => name)),
    },
    {
      title: columns.client,
      cell: ({ client_id }) => (
        <Identifier isShort label={columns.client} value={client_id} href={consoleAddress('app', { client_id })} />
      ),
    },
  ]
}
