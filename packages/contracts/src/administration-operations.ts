import { Type } from 'typebox'
import {
  AdministrationAccess,
  AuditEventList,
  AuditQuery,
  ClientList,
  ClientListQuery,
  ClientParams,
  ClientSecretParams,
  FiguresReport,
  InitialAccessTokenCreation,
  InitialAccessTokenList,
  InitialAccessTokenParams,
  KeyRotationRequest,
  NewInitialAccessToken,
  OF_CLIENT,
  RotatedSecret,
  SecretRotation,
  SigningKeyList,
  SigningKeyParams,
} from './administration.ts'
import { type AdministrationDescription, CHANGE, CREATE, DELETE, GET, PUT } from './administration-description.ts'
import { RESOURCE_SERVER_OPERATIONS, SCOPE_OPERATIONS } from './catalogue-operations.ts'
import { CLIENT_CHECK_OPERATIONS } from './client-checks.ts'
import { ClientCreation, ClientResource, ClientUpdate, ClientWithSecret } from './clients.ts'
import { HealthReport } from './health.ts'

/** 128 KiB in base64. */
const Picture = Type.String({ maxLength: 174_764, description: 'The bytes of the picture.' })

export const ADMINISTRATION = {
  readAccess: {
    ...GET,
    path: 'me/',
    summary: 'Show what the caller may administer',
    answer: AdministrationAccess,
    isFor: 'anyone',
  },
  listClients: {
    ...GET,
    path: 'clients/',
    summary: 'List clients',
    input: Type.Object({ query: ClientListQuery }),
    answer: ClientList,
    isFor: 'developers',
  },
  createClient: {
    ...CREATE,
    path: 'clients/',
    summary: 'Register a client; its secret is in this answer and never again',
    input: Type.Object({ body: ClientCreation }),
    answer: ClientWithSecret,
    isFor: 'developers',
  },
  readClient: {
    ...GET,
    ...OF_CLIENT,
    path: 'clients/:client_id/',
    summary: 'Get a client',
    answer: ClientResource,
  },
  updateClient: {
    ...CHANGE,
    ...OF_CLIENT,
    method: 'PATCH',
    path: 'clients/:client_id/',
    summary: 'Update a client; omitted fields keep their values',
    description:
      'A client that changes to a secret gets one, in this answer; one that changes away from it loses all of them.',
    input: Type.Object({ params: ClientParams, body: ClientUpdate }),
    answer: ClientWithSecret,
  },
  deleteClient: {
    ...DELETE,
    path: 'clients/:client_id/',
    summary: 'Delete a client; everything that was issued to it ends',
    input: Type.Object({ params: ClientParams }),
    isFor: 'developers',
  },
  disableClient: {
    ...CHANGE,
    path: 'clients/:client_id/disable/',
    summary: 'Disable a client; its requests are refused and its tokens rest until it is enabled',
    input: Type.Object({ params: ClientParams }),
    answer: ClientResource,
    refusals: [404],
  },
  enableClient: {
    ...CHANGE,
    path: 'clients/:client_id/enable/',
    summary: 'Enable a client',
    input: Type.Object({ params: ClientParams }),
    answer: ClientResource,
    refusals: [404],
  },
  setClientLogo: {
    ...PUT,
    ...OF_CLIENT,
    path: 'clients/:client_id/logo/',
    summary: "Set a client's logo; the bytes of a PNG, JPEG or WebP",
    input: Type.Object({ params: ClientParams, body: Picture }),
    status: 204,
    answer: Type.Null(),
  },
  deleteClientLogo: {
    ...DELETE,
    ...OF_CLIENT,
    path: 'clients/:client_id/logo/',
    summary: "Delete a client's logo; its initial stands in",
  },
  rotateClientSecret: {
    ...CREATE,
    ...OF_CLIENT,
    path: 'clients/:client_id/secrets/',
    summary: 'Rotate a client secret; the older ones keep working for a while',
    input: Type.Object({ params: ClientParams, body: SecretRotation }),
    answer: RotatedSecret,
  },
  deleteClientSecret: {
    ...DELETE,
    path: 'clients/:client_id/secrets/:secret_id/',
    summary: 'Delete a client secret; it ends at once, and the last one stays',
    input: Type.Object({ params: ClientSecretParams }),
    isFor: 'developers',
  },
  ...CLIENT_CHECK_OPERATIONS,
  createInitialAccessToken: {
    ...CREATE,
    path: 'initial-access-tokens/',
    summary: 'Create an initial access token; it lets its holder register apps, and is in this answer and never again',
    input: Type.Object({ body: InitialAccessTokenCreation }),
    answer: NewInitialAccessToken,
  },
  listInitialAccessTokens: {
    ...GET,
    path: 'initial-access-tokens/',
    summary: 'List initial access tokens',
    answer: InitialAccessTokenList,
  },
  deleteInitialAccessToken: {
    ...DELETE,
    path: 'initial-access-tokens/:token_id/',
    summary: 'Revoke an initial access token; the apps that it registered stay',
    input: Type.Object({ params: InitialAccessTokenParams }),
    refusals: [404],
  },
  ...RESOURCE_SERVER_OPERATIONS,
  ...SCOPE_OPERATIONS,
  listSigningKeys: {
    ...GET,
    path: 'keys/',
    summary: 'List signing keys',
    answer: SigningKeyList,
  },
  rotateSigningKeys: {
    ...CHANGE,
    path: 'keys/',
    summary: 'Rotate signing keys; none for an algorithm whose newest is not in use yet',
    input: Type.Object({ body: KeyRotationRequest }),
    answer: SigningKeyList,
  },
  deleteSigningKey: {
    ...DELETE,
    path: 'keys/:kid/',
    summary: 'Remove a retired signing key; its signatures no longer verify',
    input: Type.Object({ params: SigningKeyParams }),
  },
  listAuditEvents: {
    ...GET,
    path: 'audit-events/',
    summary: 'List audit events',
    description: 'A developer names an app of theirs, and is told nothing of who used it.',
    input: Type.Object({ query: AuditQuery }),
    answer: AuditEventList,
    isFor: 'developers',
  },
  readFigures: {
    ...GET,
    path: 'figures/',
    summary: 'Read figures',
    answer: FiguresReport,
  },
  readHealth: {
    ...GET,
    path: 'health/',
    summary: "Check the provider's health; readiness, version, clock, backup and keys",
    answer: HealthReport,
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>

export type AdministrationOperation = keyof typeof ADMINISTRATION
