import { type TObject, type TSchema, Type } from 'typebox'
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
  RotatedSecret,
  SecretRotation,
  SigningKeyList,
  SigningKeyParams,
} from './administration.ts'
import { ClientCreation, ClientResource, ClientUpdate, ClientWithSecret } from './clients.ts'

/** 128 KiB in base64. */
const Picture = Type.String({ maxLength: 174_764, description: 'The bytes of the picture.' })

/** One thing that can be asked of the administration: below `/api/admin/` by its token, below `/api/console/` by a person. */
export type AdministrationDescription = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below the base. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** `params`, `query` and `body`, as far as it has them. */
  readonly input: TObject
  readonly status: 200 | 201 | 204
  readonly answer: TSchema
  readonly refusals: readonly number[]
  /** Whom it is for: developers have it of their own apps. */
  readonly isFor: 'administrators' | 'developers' | 'anyone'
}

export const ADMINISTRATION = {
  readAccess: {
    method: 'GET',
    path: 'me/',
    summary: 'What whoever asks may do here',
    input: Type.Object({}),
    status: 200,
    answer: AdministrationAccess,
    refusals: [],
    isFor: 'anyone',
  },
  listClients: {
    method: 'GET',
    path: 'clients/',
    summary: 'The registered clients, the newest first',
    input: Type.Object({ query: ClientListQuery }),
    status: 200,
    answer: ClientList,
    refusals: [],
    isFor: 'developers',
  },
  createClient: {
    method: 'POST',
    path: 'clients/',
    summary: 'Register a client; its secret is in this answer and never again',
    input: Type.Object({ body: ClientCreation }),
    status: 201,
    answer: ClientWithSecret,
    refusals: [],
    isFor: 'developers',
  },
  readClient: {
    method: 'GET',
    path: 'clients/:client_id/',
    summary: 'One client',
    input: Type.Object({ params: ClientParams }),
    status: 200,
    answer: ClientResource,
    refusals: [404],
    isFor: 'developers',
  },
  updateClient: {
    method: 'PATCH',
    path: 'clients/:client_id/',
    summary: 'Change a client; what is left out stays as it is',
    description:
      'A client that changes to a secret gets one, in this answer; one that changes away from it loses all of them.',
    input: Type.Object({ params: ClientParams, body: ClientUpdate }),
    status: 200,
    answer: ClientWithSecret,
    refusals: [404],
    isFor: 'developers',
  },
  deleteClient: {
    method: 'DELETE',
    path: 'clients/:client_id/',
    summary: 'Remove a client and end everything that was issued to it',
    input: Type.Object({ params: ClientParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404],
    isFor: 'developers',
  },
  disableClient: {
    method: 'POST',
    path: 'clients/:client_id/disable/',
    summary: 'Refuse what a client asks for, and let its tokens rest, until it is enabled',
    input: Type.Object({ params: ClientParams }),
    status: 200,
    answer: ClientResource,
    refusals: [404],
    isFor: 'administrators',
  },
  enableClient: {
    method: 'POST',
    path: 'clients/:client_id/enable/',
    summary: 'Take a disabled client up again, with all that was issued to it',
    input: Type.Object({ params: ClientParams }),
    status: 200,
    answer: ClientResource,
    refusals: [404],
    isFor: 'administrators',
  },
  setClientLogo: {
    method: 'PUT',
    path: 'clients/:client_id/logo/',
    summary: "Set a client's logo: the bytes of a PNG, JPEG or WebP",
    input: Type.Object({ params: ClientParams, body: Picture }),
    status: 204,
    answer: Type.Null(),
    refusals: [404],
    isFor: 'developers',
  },
  deleteClientLogo: {
    method: 'DELETE',
    path: 'clients/:client_id/logo/',
    summary: "Take a client's logo away; its initial stands in",
    input: Type.Object({ params: ClientParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404],
    isFor: 'developers',
  },
  rotateClientSecret: {
    method: 'POST',
    path: 'clients/:client_id/secrets/',
    summary: 'Give a client a new secret; the older ones keep working for a while',
    input: Type.Object({ params: ClientParams, body: SecretRotation }),
    status: 201,
    answer: RotatedSecret,
    refusals: [404],
    isFor: 'developers',
  },
  deleteClientSecret: {
    method: 'DELETE',
    path: 'clients/:client_id/secrets/:secret_id/',
    summary: 'Remove one secret at once; the last one stays',
    input: Type.Object({ params: ClientSecretParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404, 409],
    isFor: 'developers',
  },
  createInitialAccessToken: {
    method: 'POST',
    path: 'initial-access-tokens/',
    summary: 'A token that lets its holder register apps; it is in this answer and never again',
    input: Type.Object({ body: InitialAccessTokenCreation }),
    status: 201,
    answer: NewInitialAccessToken,
    refusals: [],
    isFor: 'administrators',
  },
  listInitialAccessTokens: {
    method: 'GET',
    path: 'initial-access-tokens/',
    summary: 'The initial access tokens that still work',
    input: Type.Object({}),
    status: 200,
    answer: InitialAccessTokenList,
    refusals: [],
    isFor: 'administrators',
  },
  deleteInitialAccessToken: {
    method: 'DELETE',
    path: 'initial-access-tokens/:token_id/',
    summary: 'End an initial access token; the apps that it registered stay',
    input: Type.Object({ params: InitialAccessTokenParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404],
    isFor: 'administrators',
  },
  listSigningKeys: {
    method: 'GET',
    path: 'keys/',
    summary: 'The keys that id_tokens are signed with',
    input: Type.Object({}),
    status: 200,
    answer: SigningKeyList,
    refusals: [],
    isFor: 'administrators',
  },
  rotateSigningKeys: {
    method: 'POST',
    path: 'keys/',
    summary: 'Make new signing keys; none for an algorithm whose newest is not in use yet',
    input: Type.Object({ body: KeyRotationRequest }),
    status: 200,
    answer: SigningKeyList,
    refusals: [],
    isFor: 'administrators',
  },
  deleteSigningKey: {
    method: 'DELETE',
    path: 'keys/:kid/',
    summary: 'Publish a key no more that signs no more: what it signed can be verified no longer',
    input: Type.Object({ params: SigningKeyParams }),
    status: 204,
    answer: Type.Null(),
    refusals: [404, 409],
    isFor: 'administrators',
  },
  listAuditEvents: {
    method: 'GET',
    path: 'audit-events/',
    summary: 'What was decided, the newest first: identifiers, never values',
    description: 'A developer names an app of theirs, and is told nothing of who used it.',
    input: Type.Object({ query: AuditQuery }),
    status: 200,
    answer: AuditEventList,
    refusals: [],
    isFor: 'developers',
  },
  readFigures: {
    method: 'GET',
    path: 'figures/',
    summary: 'What happened, as numbers: since the processes of this machine began, and by day',
    input: Type.Object({}),
    status: 200,
    answer: FiguresReport,
    refusals: [],
    isFor: 'administrators',
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>

export type AdministrationOperation = keyof typeof ADMINISTRATION
