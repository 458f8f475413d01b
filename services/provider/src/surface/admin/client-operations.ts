import { ADMINISTRATION } from '@countersign/contracts'
import type { ProviderDependencies } from '../dependencies.ts'
import { type AdministrationCall, noSuchClient, ownerFor, validated } from './actor.ts'
import type { Cursors } from './cursor.ts'
import { changeClient, createClient, removeClient, showClient, showClients } from './manage-clients.ts'

/** The registry of apps, over the same functions as the command line. */
export function createClientOperations(dependencies: ProviderDependencies & { readonly cursors: Cursors }) {
  const { clients } = dependencies

  async function setDisabled(clientId: string, isDisabled: boolean, { registrar }: AdministrationCall) {
    if (!(await registrar.setDisabled(clientId, isDisabled))) throw noSuchClient()
    clients.forget(clientId)
    return showClient(dependencies, clientId)
  }

  async function setLogo(clientId: string, logo: Buffer | undefined, { registrar }: AdministrationCall) {
    if (!(await registrar.setLogo(clientId, logo))) throw noSuchClient()
    clients.forget(clientId)
    return null
  }

  return {
    listClients: validated(ADMINISTRATION.listClients.input, async ({ query }, { actor }: AdministrationCall) =>
      showClients(dependencies, query, ownerFor(actor)),
    ),
    createClient: validated(ADMINISTRATION.createClient.input, async ({ body }, call: AdministrationCall) =>
      createClient(dependencies, call, body),
    ),
    readClient: validated(ADMINISTRATION.readClient.input, async ({ params }) =>
      showClient(dependencies, params.client_id),
    ),
    updateClient: validated(ADMINISTRATION.updateClient.input, async ({ params, body }, call: AdministrationCall) =>
      changeClient(dependencies, call, { clientId: params.client_id, body }),
    ),
    deleteClient: validated(
      ADMINISTRATION.deleteClient.input,
      async ({ params }, { registrar }: AdministrationCall) => {
        await removeClient(dependencies, registrar, params.client_id)
        return null
      },
    ),
    disableClient: validated(ADMINISTRATION.disableClient.input, async ({ params }, call: AdministrationCall) =>
      setDisabled(params.client_id, true, call),
    ),
    enableClient: validated(ADMINISTRATION.enableClient.input, async ({ params }, call: AdministrationCall) =>
      setDisabled(params.client_id, false, call),
    ),
    setClientLogo: validated(ADMINISTRATION.setClientLogo.input, async ({ params, body }, call: AdministrationCall) =>
      // The bytes decide the image type, not the request.
      setLogo(params.client_id, Buffer.from(body, 'base64'), call),
    ),
    deleteClientLogo: validated(ADMINISTRATION.deleteClientLogo.input, async ({ params }, call: AdministrationCall) =>
      setLogo(params.client_id, undefined, call),
    ),
  }
}
