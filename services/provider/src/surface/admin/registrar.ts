import type { OperatorClaim, OperatorScope, ResourceServerCreation, ResourceServerUpdate } from '@countersign/contracts'
import type { SqlPool } from '@countersign/service/sql'
import { requireNoResourceServerOf } from '../../catalogue/resources/resource-server.store.ts'
import { setDisabled, updateLogo } from '../../clients/client.store.ts'
import type { Client, ClientChanges, ClientRegistration } from '../../clients/client.ts'
import { checkLogo } from '../../clients/client-logo.ts'
import { removeSecret } from '../../clients/client-secret.store.ts'
import {
  type NewClientSecret,
  type RegisteredClient,
  registerClient,
  registerClientBeside,
  registerOwnClient,
  rotateClientSecret,
} from '../../clients/register-client.ts'
import { type UpdatedClient, updateClient } from '../../clients/update-client.ts'
import { deleteClient } from '../../flow/grants/end-in-steps.store.ts'
import { createAuditTrail } from '../../ground/audit/audit-trail.ts'
import {
  type Changer,
  type EventSource,
  logClientChanged,
  logInitialAccessTokenChanged,
  logKeysChanged,
  logResourceServerChanged,
  logScopesChanged,
  logSecretChanged,
} from '../../ground/events.ts'
import { removeRetiredKey } from '../../ground/keys/key.store.ts'
import { type CreatedKey, type KeyRotation, rotateKeys } from '../../ground/keys/rotate-keys.ts'
import { deleteInitialAccessToken } from '../registration/registration-token.store.ts'
import { createInitialAccessToken, type InitialAccessTokenTerms } from '../registration/registration-token.ts'
import { defineClaim, defineScope, type NewScope, removeClaim, removeScope } from './define-scopes.ts'
import {
  addResourceServer,
  changeResourceServer,
  type NewResourceServer,
  type RegisteredResourceServer,
  removeResourceServer,
} from './manage-resource-servers.ts'

type RegistrarParts = { readonly sql: SqlPool; readonly source: EventSource } & Changer

/** An operator's changes, audited with their author, over HTTP and by the command line. */
export type Registrar = ReturnType<typeof createRegistrar>

export function createRegistrar(parts: RegistrarParts) {
  return {
    ...changesOfClients(parts),
    ...changesOfSecrets(parts),
    ...changesOfResourceServers(parts),
    ...changesOfTokensAndKeys(parts),
    ...changesOfScopes(parts),
  }
}

function changesOfClients({ sql, source, by, userId }: RegistrarParts) {
  return {
    /** @throws ClientRegistrationError, and as `checkBeside` does, which gets the existing clients */
    async registerClient(
      registration: ClientRegistration,
      checkBeside?: (clients: readonly Client[]) => void,
    ): Promise<RegisteredClient> {
      const registered = await (checkBeside
        ? registerClientBeside(sql, registration, checkBeside)
        : registerClient(sql, registration))
      logClientChanged(source, { clientId: registered.clientId, event: 'client_registered', by, userId })
      return registered
    },
    /** @throws ClientRegistrationError, and `too_many_apps` */
    async registerOwnClient(registration: ClientRegistration, owner: string): Promise<RegisteredClient> {
      const registered = await registerOwnClient(sql, registration, owner)
      logClientChanged(source, { clientId: registered.clientId, event: 'client_registered', by, userId })
      return registered
    },
    /** @throws ClientRegistrationError */
    async updateClient(clientId: string, changes: ClientChanges): Promise<UpdatedClient | undefined> {
      const updated = await updateClient(sql, clientId, changes)
      if (updated) logClientChanged(source, { clientId, event: 'client_updated', by, userId })
      return updated
    },
    /** @throws ClientRegistrationError */
    async setLogo(clientId: string, logo: Buffer | undefined): Promise<boolean> {
      const updated = await updateLogo(sql, clientId, logo && checkLogo(logo))
      if (updated) logClientChanged(source, { clientId, event: 'client_updated', by, userId })
      return updated
    },
    async setDisabled(clientId: string, isDisabled: boolean): Promise<boolean> {
      const changed = await setDisabled(sql, clientId, isDisabled)
      const event = isDisabled ? 'client_disabled' : 'client_enabled'
      if (changed) logClientChanged(source, { clientId, event, by, userId })
      return changed
    },
    /** @throws `client_in_use` */
    async removeClient(clientId: string): Promise<boolean> {
      await requireNoResourceServerOf(sql, clientId)
      return deleteClient(sql, clientId, () =>
        logClientChanged(source, { clientId, event: 'client_removed', by, userId }),
      )
    },
  }
}

function changesOfSecrets({ sql, source, by, userId }: RegistrarParts) {
  return {
    /** @throws ClientRegistrationError */
    async rotateSecret(clientId: string, overlapSeconds: number): Promise<NewClientSecret> {
      const rotated = await rotateClientSecret(sql, clientId, overlapSeconds)
      logSecretChanged(source, { clientId, event: 'client_secret_rotated', by, userId })
      return rotated
    },
    async removeSecret(clientId: string, secretId: string): ReturnType<typeof removeSecret> {
      const outcome = await removeSecret(sql, clientId, secretId)
      if (outcome === 'removed') logSecretChanged(source, { clientId, event: 'client_secret_removed', by, userId })
      return outcome
    },
  }
}

function changesOfResourceServers({ sql, source, by, userId }: RegistrarParts) {
  return {
    /** @throws ClientRegistrationError */
    async addResourceServer(creation: ResourceServerCreation, issuer?: string): Promise<NewResourceServer> {
      const server = await addResourceServer(sql, creation, issuer)
      const { clientId } = server
      if (server.clientSecret !== undefined)
        logClientChanged(source, { clientId, event: 'client_registered', by, userId })
      logResourceServerChanged(source, { clientId, event: 'resource_server_added', by, userId })
      return server
    },
    /** @throws ClientRegistrationError */
    async changeResourceServer(
      resourceId: string,
      changes: ResourceServerUpdate,
    ): Promise<RegisteredResourceServer | undefined> {
      const server = await changeResourceServer(sql, resourceId, changes)
      if (server) {
        logResourceServerChanged(source, { clientId: server.clientId, event: 'resource_server_updated', by, userId })
      }
      return server
    },
    async removeResourceServer(resourceId: string): Promise<boolean> {
      const removed = await removeResourceServer(sql, resourceId)
      if (removed) logResourceServerChanged(source, { event: 'resource_server_removed', by, userId })
      return removed
    },
  }
}

function changesOfTokensAndKeys({ sql, source, by, userId }: RegistrarParts) {
  return {
    async createInitialAccessToken(terms: InitialAccessTokenTerms): ReturnType<typeof createInitialAccessToken> {
      const created = await createInitialAccessToken(sql, terms)
      logInitialAccessTokenChanged(source, { event: 'initial_access_token_created', by, userId })
      return created
    },
    async removeInitialAccessToken(tokenId: string): Promise<boolean> {
      const removed = await deleteInitialAccessToken(sql, tokenId)
      if (removed) logInitialAccessTokenChanged(source, { event: 'initial_access_token_removed', by, userId })
      return removed
    },
    async rotateKeys(rotation: KeyRotation): Promise<readonly CreatedKey[]> {
      const created = await rotateKeys(sql, rotation)
      if (created.length > 0) logKeysChanged(source, { event: 'keys_rotated', by, userId })
      return created
    },
    async removeKey(kid: string): Promise<boolean> {
      const removed = await removeRetiredKey(sql, kid)
      if (removed) logKeysChanged(source, { event: 'key_removed', by, userId })
      return removed
    },
  }
}

function changesOfScopes({ sql, source, by, userId }: RegistrarParts) {
  return {
    /** @throws ServiceError */
    async defineScope(scope: NewScope): Promise<OperatorScope> {
      const defined = await defineScope(sql, scope)
      logScopesChanged(source, { event: 'scope_defined', name: scope.name, by, userId })
      return defined
    },
    /** @throws ServiceError */
    async removeScope(name: string): Promise<void> {
      await removeScope(sql, name)
      logScopesChanged(source, { event: 'scope_removed', name, by, userId })
    },
    /** @throws ServiceError */
    async defineClaim(claim: OperatorClaim): Promise<void> {
      await defineClaim(sql, claim)
      logScopesChanged(source, { event: 'claim_defined', name: claim.name, by, userId })
    },
    /** @throws ServiceError */
    async removeClaim(name: string): Promise<void> {
      await removeClaim(sql, name)
      logScopesChanged(source, { event: 'claim_removed', name, by, userId })
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
