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
import type { SentEvents } from '../../ground/audit/audit.store.ts'
import { createAuditTrail } from '../../ground/audit/audit-trail.ts'
import { type Changer, type EventSource, logChanged } from '../../ground/events.ts'
import { removeRetiredKey } from '../../ground/keys/key.store.ts'
import { type KeyRotation, rotateKeys } from '../../ground/keys/rotate-keys.ts'
import type { AppsFileChange } from '../apps-file/application.ts'
import { type AppsFileContent, type AppsFileOptions, applyAppsFile } from '../apps-file/apply-apps-file.ts'
import { type AppsFileKind, changeElsewhere } from '../apps-file/apps-file.store.ts'
import { deleteInitialAccessToken } from '../registration/registration-token.store.ts'
import { createInitialAccessToken, type InitialAccessTokenTerms } from '../registration/registration-token.ts'
import { defineClaim, defineScope, type NewScope, removeClaim, removeScope } from './define-scopes.ts'
import {
  addResourceServer,
  changeResourceServer,
  findResource,
  type RegisteredResourceServer,
  removeResourceServer,
} from './manage-resource-servers.ts'

type RegistrarParts = { readonly sql: SqlPool; readonly source: EventSource } & Changer
type Change = Parameters<typeof logChanged>[1]
type Event = Change['event']
type Ids = Pick<Change, 'clientId' | 'name'>

/**
 * An operator's changes, audited with their author, over HTTP and by the command line.
 * @throws ClientRegistrationError for clients and resource servers, ServiceError for scopes and claims, and
 * `managed_by_file` for all that the apps file holds
 */
export type Registrar = ReturnType<typeof createRegistrar>

export function createRegistrar(parts: RegistrarParts) {
  const { sql } = parts
  const { note, noted } = createNotes(parts)
  return {
    ...changesOfClients(parts),
    ...changesOfCatalogue(parts),
    noteTest: (event: 'test_sign_in_started' | 'test_sign_in_completed', clientId: string) => note(event, { clientId }),
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
    /** @throws AppsFileRefused */
    async applyAppsFile(content: AppsFileContent, options: AppsFileOptions) {
      const changes = await applyAppsFile(sql, content, options)
      if (!options.isDry) for (const change of changes) noteChangeByFile(change, note)
      return changes
    },
  }
}

const CHANGED_BY_FILE = {
  client: { add: 'client_registered', change: 'client_updated', take_over: 'client_updated', leave: 'client_disabled' },
  resource_server: {
    add: 'resource_server_added',
    change: 'resource_server_updated',
    take_over: 'resource_server_updated',
    leave: undefined,
  },
  scope: { add: 'scope_defined', change: 'scope_defined', take_over: 'scope_defined', leave: undefined },
  claim: { add: 'claim_defined', change: 'claim_defined', take_over: 'claim_defined', leave: undefined },
} as const satisfies Readonly<Record<AppsFileKind, Readonly<Record<AppsFileChange['act'], Event | undefined>>>>

function noteChangeByFile({ kind, name, act }: AppsFileChange, note: (event: Event, ids: Ids) => void): void {
  const event = CHANGED_BY_FILE[kind][act]
  if (event) note(event, kind === 'client' ? { clientId: name } : { name })
}

/** A change of something by its name, unless the apps file holds it. */
function unlessInFile<More extends readonly unknown[], Result>(
  sql: SqlPool,
  kind: AppsFileKind,
  change: (name: string, ...more: More) => Promise<Result>,
): (name: string, ...more: More) => Promise<Result> {
  return async (name, ...more) => changeElsewhere(sql, { kind, name }, () => change(name, ...more))
}

function createNotes({ source, by, userId }: RegistrarParts) {
  const note = (event: Event, ids: Ids = {}): void => logChanged(source, { event, ...ids, by, userId })
  /** Notes a change unless it answers that there was nothing to change: undefined, null or false. */
  async function noted<Result>(
    event: Event,
    change: Promise<Result>,
    idsOf: (result: NonNullable<Result>) => Ids = () => ({}),
  ): Promise<Result> {
    const result = await change
    if (result !== undefined && result !== null && result !== false) note(event, idsOf(result))
    return result
  }
  return { note, noted }
}

const ofClient = ({ clientId }: { readonly clientId: string }): Ids => ({ clientId })

function changesOfClients(parts: RegistrarParts) {
  const { sql } = parts
  const { note, noted } = createNotes(parts)
  return {
    /** @throws ClientRegistrationError, and as `checkBeside` does, which gets the existing clients */
    registerClient: async (registration: ClientRegistration, checkBeside?: (clients: readonly Client[]) => void) => {
      const registered = checkBeside
        ? registerClientBeside(sql, registration, checkBeside)
        : registerClient(sql, registration)
      return noted('client_registered', registered, ofClient)
    },
    /** @throws ClientRegistrationError, and `too_many_apps` */
    registerOwnClient: async (registration: ClientRegistration, owner: string) =>
      noted('client_registered', registerOwnClient(sql, registration, owner), ofClient),
    updateClient: unlessInFile(sql, 'client', async (clientId, changes: ClientChanges) =>
      noted('client_updated', updateClient(sql, clientId, changes), () => ({ clientId })),
    ),
    setLogo: unlessInFile(sql, 'client', async (clientId, logo: Buffer | undefined) =>
      noted('client_updated', updateLogo(sql, clientId, logo && checkLogo(logo)), () => ({ clientId })),
    ),
    setDisabled: unlessInFile(sql, 'client', async (clientId, isDisabled: boolean) => {
      const outcome = await setDisabled(sql, clientId, isDisabled)
      if (outcome === 'changed') note(isDisabled ? 'client_disabled' : 'client_enabled', { clientId })
      return outcome
    }),
    /** @throws `client_in_use` */
    removeClient: unlessInFile(sql, 'client', async (clientId) => {
      await requireNoResourceServerOf(sql, clientId)
      return deleteClient(sql, clientId, () => note('client_removed', { clientId }))
    }),
    rotateSecret: unlessInFile(sql, 'client', async (clientId, overlapSeconds: number) =>
      noted('client_secret_rotated', rotateClientSecret(sql, clientId, overlapSeconds), () => ({ clientId })),
    ),
    removeSecret: unlessInFile(sql, 'client', async (clientId, secretId: string) => {
      const outcome = await removeSecret(sql, clientId, secretId)
      if (outcome === 'removed') note('client_secret_removed', { clientId })
      return outcome
    }),
  }
}

function changesOfCatalogue(parts: RegistrarParts) {
  const { sql } = parts
  const { note, noted } = createNotes(parts)
  return {
    async addResourceServer(creation: ResourceServerCreation, issuer?: string) {
      const server = await addResourceServer(sql, creation, issuer)
      const { clientId } = server
      if (server.clientSecret !== undefined) note('client_registered', { clientId })
      note('resource_server_added', { clientId })
      return server
    },
    changeResourceServer: async (resourceId: string, changes: ResourceServerUpdate) =>
      changeElsewhere(sql, { kind: 'resource_server', name: await findResource(sql, resourceId) }, () =>
        noted('resource_server_updated', changeResourceServer(sql, resourceId, changes), ofClient),
      ),
    removeResourceServer: async (resourceId: string) =>
      changeElsewhere(sql, { kind: 'resource_server', name: await findResource(sql, resourceId) }, () =>
        noted('resource_server_removed', removeResourceServer(sql, resourceId)),
      ),
    /** Of a server that the apps file holds, where it names the scope no more. */
    pruneScope: async ({ resourceId, scopes }: RegisteredResourceServer, name: string) => {
      const kept = scopes.filter((scope) => scope.name !== name)
      await noted('scope_removed', changeResourceServer(sql, resourceId, { scopes: kept }), () => ({ name }))
    },
    defineScope: async (scope: NewScope) =>
      changeElsewhere(sql, { kind: 'scope', name: scope.name }, () =>
        noted('scope_defined', defineScope(sql, scope), () => ({ name: scope.name })),
      ),
    removeScope: unlessInFile(sql, 'scope', async (name) => {
      await removeScope(sql, name)
      note('scope_removed', { name })
    }),
    defineClaim: async (claim: OperatorClaim) =>
      changeElsewhere(sql, { kind: 'claim', name: claim.name }, () =>
        noted('claim_defined', defineClaim(sql, claim), () => ({ name: claim.name })),
      ),
    removeClaim: unlessInFile(sql, 'claim', async (name) => {
      await removeClaim(sql, name)
      note('claim_removed', { name })
    }),
  }
}

/** Runs work outside a request with a registrar, and writes its audit events at the end. */
export async function withRegistrar<Result>(
  { sql, by, sent }: Pick<RegistrarParts, 'sql' | 'by'> & { readonly sent?: SentEvents | undefined },
  work: (registrar: Registrar) => Promise<Result>,
): Promise<Result> {
  const ignore = (): void => undefined
  // `flush` below reports a failed write.
  const auditTrail = createAuditTrail({ sql, now: () => new Date(), onError: ignore, onLost: ignore, sent })
  const source = { log: { info: ignore, warn: ignore }, server: { auditTrail } }
  try {
    return await work(createRegistrar({ sql, source, by }))
  } finally {
    await auditTrail.flush()
  }
}
