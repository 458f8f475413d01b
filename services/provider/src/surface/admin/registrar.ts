import type { OperatorClaim, ResourceServerCreation, ResourceServerUpdate } from '@countersign/contracts'
import type { SqlPool } from '@countersign/service/sql'
import { requireNoResourceServerOf } from '../../catalogue/resources/resource-server.store.ts'
import { setDisabled, updateLogo } from '../../clients/client.store.ts'
import type { Client, ClientChanges, ClientRegistration } from '../../clients/client.ts'
import { checkLogo } from '../../clients/client-logo.ts'
import { removeSecret } from '../../clients/client-secret.store.ts'
import {
  registerClient,
  registerClientBeside,
  registerOwnClient,
  rotateClientSecret,
} from '../../clients/register-client.ts'
import { updateClient } from '../../clients/update-client.ts'
import { deleteClient } from '../../flow/grants/end-in-steps.store.ts'
import { createAuditTrail } from '../../ground/audit/audit-trail.ts'
import { type Changer, type EventSource, logChanged } from '../../ground/events.ts'
import { removeRetiredKey } from '../../ground/keys/key.store.ts'
import { type KeyRotation, rotateKeys } from '../../ground/keys/rotate-keys.ts'
import { deleteInitialAccessToken } from '../registration/registration-token.store.ts'
import { createInitialAccessToken, type InitialAccessTokenTerms } from '../registration/registration-token.ts'
import { defineClaim, defineScope, type NewScope, removeClaim, removeScope } from './define-scopes.ts'
import { addResourceServer, changeResourceServer, removeResourceServer } from './manage-resource-servers.ts'

type RegistrarParts = { readonly sql: SqlPool; readonly source: EventSource } & Changer

/** An operator's changes, audited with their author, over HTTP and by the command line. */
export type Registrar = ReturnType<typeof createRegistrar>

export function createRegistrar({ sql, source, by, userId }: RegistrarParts) {
  const note = (event: Event, ids: Ids = {}): void => logChanged(source, { event, ...ids, by, userId })
  async function noted<Result>(event: Event, change: Promise<Result>, ids?: Ids): Promise<Result> {
    const result = await change
    if (result !== undefined && result !== false) note(event, ids)
    return result
  }
  const parts = { sql, note, noted }
  return {
    ...changesOfClients(parts),
    ...changesOfResourceServers(parts),
    ...changesOfTokensAndKeys(parts),
    ...changesOfScopes(parts),
  }
}

type Change = Parameters<typeof logChanged>[1]
type Event = Change['event']
type Ids = Pick<Change, 'clientId' | 'name'>

type ChangeParts = {
  readonly sql: SqlPool
  readonly note: (event: Event, ids?: Ids) => void
  /** Notes a change unless it answers that there was nothing to change: undefined or false. */
  readonly noted: <Result>(event: Event, change: Promise<Result>, ids?: Ids) => Promise<Result>
}

function changesOfClients({ sql, note, noted }: ChangeParts) {
  return {
    /** @throws ClientRegistrationError, and as `checkBeside` does, which gets the existing clients */
    async registerClient(registration: ClientRegistration, checkBeside?: (clients: readonly Client[]) => void) {
      const registered = await (checkBeside
        ? registerClientBeside(sql, registration, checkBeside)
        : registerClient(sql, registration))
      note('client_registered', { clientId: registered.clientId })
      return registered
    },
    /** @throws ClientRegistrationError, and `too_many_apps` */
    async registerOwnClient(registration: ClientRegistration, owner: string) {
      const registered = await registerOwnClient(sql, registration, owner)
      note('client_registered', { clientId: registered.clientId })
      return registered
    },
    /** @throws ClientRegistrationError */
    updateClient: async (clientId: string, changes: ClientChanges) =>
      noted('client_updated', updateClient(sql, clientId, changes), { clientId }),
    /** @throws ClientRegistrationError */
    setLogo: async (clientId: string, logo: Buffer | undefined) =>
      noted('client_updated', updateLogo(sql, clientId, logo && checkLogo(logo)), { clientId }),
    setDisabled: async (clientId: string, isDisabled: boolean) =>
      noted(isDisabled ? 'client_disabled' : 'client_enabled', setDisabled(sql, clientId, isDisabled), { clientId }),
    /** @throws `client_in_use` */
    async removeClient(clientId: string) {
      await requireNoResourceServerOf(sql, clientId)
      return deleteClient(sql, clientId, () => note('client_removed', { clientId }))
    },
    /** @throws ClientRegistrationError */
    rotateSecret: async (clientId: string, overlapSeconds: number) =>
      noted('client_secret_rotated', rotateClientSecret(sql, clientId, overlapSeconds), { clientId }),
    async removeSecret(clientId: string, secretId: string) {
      const outcome = await removeSecret(sql, clientId, secretId)
      if (outcome === 'removed') note('client_secret_removed', { clientId })
      return outcome
    },
  }
}

function changesOfResourceServers({ sql, note, noted }: ChangeParts) {
  return {
    /** @throws ClientRegistrationError */
    async addResourceServer(creation: ResourceServerCreation, issuer?: string) {
      const server = await addResourceServer(sql, creation, issuer)
      const { clientId } = server
      if (server.clientSecret !== undefined) note('client_registered', { clientId })
      note('resource_server_added', { clientId })
      return server
    },
    /** @throws ClientRegistrationError */
    async changeResourceServer(resourceId: string, changes: ResourceServerUpdate) {
      const server = await changeResourceServer(sql, resourceId, changes)
      if (server) note('resource_server_updated', { clientId: server.clientId })
      return server
    },
    removeResourceServer: async (resourceId: string) =>
      noted('resource_server_removed', removeResourceServer(sql, resourceId)),
  }
}

function changesOfTokensAndKeys({ sql, note, noted }: ChangeParts) {
  return {
    createInitialAccessToken: async (terms: InitialAccessTokenTerms) =>
      noted('initial_access_token_created', createInitialAccessToken(sql, terms)),
    removeInitialAccessToken: async (tokenId: string) =>
      noted('initial_access_token_removed', deleteInitialAccessToken(sql, tokenId)),
    async rotateKeys(rotation: KeyRotation) {
      const created = await rotateKeys(sql, rotation)
      if (created.length > 0) note('keys_rotated')
      return created
    },
    removeKey: async (kid: string) => noted('key_removed', removeRetiredKey(sql, kid)),
  }
}

function changesOfScopes({ sql, note, noted }: ChangeParts) {
  return {
    /** @throws ServiceError */
    defineScope: async (scope: NewScope) => noted('scope_defined', defineScope(sql, scope), { name: scope.name }),
    /** @throws ServiceError */
    async removeScope(name: string) {
      await removeScope(sql, name)
      note('scope_removed', { name })
    },
    /** @throws ServiceError */
    async defineClaim(claim: OperatorClaim) {
      await defineClaim(sql, claim)
      note('claim_defined', { name: claim.name })
    },
    /** @throws ServiceError */
    async removeClaim(name: string) {
      await removeClaim(sql, name)
      note('claim_removed', { name })
    },
  }
}

/** Runs work outside a request with a registrar, and writes its audit events at the end. */
export async function withRegistrar<Result>(
  { sql, by }: Pick<RegistrarParts, 'sql' | 'by'>,
  work: (registrar: Registrar) => Promise<Result>,
): Promise<Result> {
  const ignore = (): void => undefined
  // `flush` below reports a failed write.
  const auditTrail = createAuditTrail({ sql, now: () => new Date(), onError: ignore, onLost: ignore })
  const source = { log: { info: ignore, warn: ignore }, server: { auditTrail } }
  try {
    return await work(createRegistrar({ sql, source, by }))
  } finally {
    await auditTrail.flush()
  }
}
