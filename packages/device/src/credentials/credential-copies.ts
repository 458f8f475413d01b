import type { ItemDraft, PlainItem } from '@countersign/vault'
import { findOwn } from '../device-storage.ts'
import { ClientError } from '../failure.ts'
import { type CredentialCopy, type CredentialItem, credentialItemsOf, writeCredential } from './credential-item.ts'
import type { ReadCredential } from './sd-jwt.ts'

type Copied = Pick<CredentialItem, 'copies'>

/**
 * Most that an entry holds. Each goes to one app alone, which gets the same one again: apps that compare keys, salts or
 * signatures learn nothing (RFC 9901 §10.1). Seven of the largest fit an entry.
 */
export const MOST_COPIES = 7

/** The copy that an app has; a single one serves every app. */
export function findCopyFor({ copies }: Copied, app: string): CredentialCopy | undefined {
  return copies.find((copy) => copy.app === app) ?? (copies.length === 1 ? copies[0] : undefined)
}

type Said = Pick<ReadCredential, 'vct' | 'issuer' | 'claims'>

/** Of one issuer, with equal claims. */
export function saysSame(one: Said, other: Said): boolean {
  const names = Object.keys(one.claims)
  return (
    one.vct === other.vct &&
    one.issuer === other.issuer &&
    names.length === Object.keys(other.claims).length &&
    names.every((name) => findOwn(other.claims, name) === one.claims[name])
  )
}

/** `unused`: copies that no app has; undefined where one serves every app. */
export function usageOf({ copies }: Copied) {
  const apps = copies.flatMap(({ app }) => app ?? [])
  return { apps, unused: copies.length === 1 ? undefined : copies.length - apps.length }
}

/** Gives an app its copy of these entries. @throws ClientError `no_copy_left` rather than give one twice */
export function giveCopies(items: readonly PlainItem[], ids: readonly string[], app: string): readonly ItemDraft[] {
  const all = credentialItemsOf(items)
  // An entry may be there twice: after a merge, or imported.
  const owners = new Map(
    all.flatMap(({ copies }) =>
      copies.flatMap((copy) => (copy.app === undefined ? [] : [[copy.holderKey.x, copy.app] as const])),
    ),
  )
  const isFree = ({ holderKey }: CredentialCopy) => (owners.get(holderKey.x) ?? app) === app
  return all
    .filter((credential) => ids.includes(credential.id) && !findCopyFor(credential, app))
    .flatMap((credential) => {
      const free = credential.copies.findIndex(isFree)
      if (free < 0) throw new ClientError({ code: 'no_copy_left' })
      const [first, ...others] = credential.copies.map((copy, at) => (at === free ? { ...copy, app } : copy))
      const item = items.find(({ id }) => id === credential.id)
      return item && first ? [{ ...item, value: writeCredential({ ...credential, copies: [first, ...others] }) }] : []
    })
}
