import type {
  MethodChangeRequest,
  MethodsChanged,
  UnlockMethodSummary,
  VaultRotationRequest,
} from '@countersign/contracts'
import type { Authenticator, Ceremony } from '@countersign/testing'
import { type OpenVault, openVault, prepareCommit } from '@countersign/vault'
import type { FastifyInstance } from 'fastify'
import {
  bearer,
  gestureOf,
  newWiredDevice,
  type PasskeyPerson,
  post,
  signUpWithPasskey,
  type WiredDevice,
  type WiredPerson,
  withToken,
} from './person.ts'

const PATHS = { change: '/api/account/methods/changes/', rotate: '/api/vault/rotate/' } as const

const author = { device: 'test device', wroteAt: new Date('2026-01-01T12:00:00Z') }

/** A user with the vault open in the test, for commits that no device makes. */
export type VaultOwner = PasskeyPerson & { readonly vault: OpenVault }

export async function signUpWithVault(app: FastifyInstance): Promise<VaultOwner> {
  const person = await signUpWithPasskey(app)
  return withToken({ ...person, vault: await openOwnVault(app, person) })
}

/** Opens the vault as it is now. */
export async function openOwnVault(app: FastifyInstance, person: PasskeyPerson): Promise<OpenVault> {
  const response = await app.inject({ url: '/api/vault/', headers: bearer(person.token) })
  return openSnapshot(response.json(), person)
}

export async function openSnapshot(
  snapshot: unknown,
  { userId, authenticator }: Pick<PasskeyPerson, 'userId' | 'authenticator'>,
): Promise<OpenVault> {
  const { credentialId, prfOutput } = authenticator
  const { vault } = await openVault({ snapshot, userId, method: { type: 'prf', credentialId, root: prfOutput } })
  return vault
}

type Edits = Partial<Pick<Parameters<typeof prepareCommit>[1], 'put' | 'remove' | 'activity'>>

export function prepareEdits(vault: OpenVault, { put = [], remove = [], activity = [] }: Edits) {
  return prepareCommit(vault, { put, remove, activity, ...author })
}

/** A commit that adds this many entries to the log, and nothing else. */
export function prepareLogged(vault: OpenVault, entries: number) {
  const event = { type: 'exported', at: author.wroteAt.toISOString(), device: author.device } as const
  return prepareEdits(vault, { activity: Array.from({ length: entries }, () => event) })
}

export function sendCommit(app: FastifyInstance, { token }: Pick<WiredPerson, 'token'>, body: object, etag?: string) {
  const headers = { ...bearer(token), ...(etag !== undefined && { 'if-match': etag }) }
  return post(app, '/api/vault/commits/', body, headers)
}

/** Signs in on another device by the recovery key, and makes the `next` one there. */
export async function recover(app: FastifyInstance, { recoveryKey }: Pick<WiredPerson, 'recoveryKey'>) {
  const wired = newWiredDevice(app)
  const profile = await wired.device.signInByRecoveryKey({ recoveryKey })
  const next = await wired.device.prepareRecoveryKey({})
  return withToken({ ...wired, profile, userId: profile.userId, next })
}

export async function addPasskey({ device }: WiredDevice, authenticator: Authenticator, ceremony: Ceremony = {}) {
  const { options } = await device.startPasskeyAddition({})
  return device.addPasskey({ label: 'a passkey', ...gestureOf(authenticator, options, ceremony) })
}

export async function replaceRecoveryKey({ device }: WiredDevice): Promise<{ recoveryKey: string }> {
  const made = await device.prepareRecoveryKey({})
  await device.replaceRecoveryKey({})
  return made
}

/** The change of methods that a device would send for what it is asked. */
export function prepareChange({ wire }: WiredDevice, work: () => Promise<unknown>) {
  return wire.withhold<MethodChangeRequest>(PATHS.change, work)
}

/** Lets a device change the methods. */
export async function change(wired: WiredDevice, work: () => Promise<unknown>): Promise<MethodsChanged> {
  await work()
  return changedBy(wired)
}

/** The answer to the last change of methods. */
export function changedBy({ wire }: WiredDevice): MethodsChanged {
  return wire.answerTo(PATHS.change).json<MethodsChanged>()
}

export async function rotate({ device }: WiredDevice): Promise<{ recoveryKey: string }> {
  const made = await device.prepareRecoveryKey({})
  await device.rotateAccountKey({})
  return made
}

/** The change of the account key that a device would send. */
export function withholdRotation(person: WiredDevice) {
  return person.wire.withhold<VaultRotationRequest>(PATHS.rotate, () => rotate(person))
}

export function rotated({ wire }: WiredDevice): MethodsChanged {
  return wire.answerTo(PATHS.rotate).json<MethodsChanged>()
}

export async function fetchMethods(
  app: FastifyInstance,
  { token }: Pick<WiredPerson, 'token'>,
): Promise<UnlockMethodSummary[]> {
  const response = await app.inject({ url: '/api/account/methods/', headers: bearer(token) })
  return response.json<{ methods: UnlockMethodSummary[] }>().methods
}
