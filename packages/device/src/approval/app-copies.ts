import { entryIdOf } from '../claims/credential-names.ts'
import { findCopyFor, giveCopies } from '../credentials/credential-copies.ts'
import { heldCredentialsOf } from '../credentials/credential-view.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { currentSession, type Writing } from '../session/state.ts'
import type { Release } from './resolve-approval.ts'

/** Written before anything leaves, so that no other device gives the same copy to another app. @throws ClientError */
export async function withAppCopies(context: Writing, release: Release): Promise<Release> {
  const { request, issued, entries } = release
  const app = request.client.client_id
  const shown = Object.keys(issued.claims).map((name) => entryIdOf(entries[name] ?? ''))
  const missing = issued.held.filter((credential) => shown.includes(credential.id) && !findCopyFor(credential, app))
  if (missing.length === 0) return release
  const ids = missing.map(({ id }) => id)
  await commitEdits(context, {}, (items) => ({ put: giveCopies(items, ids, app), remove: [] }))
  return { ...release, issued: { ...issued, held: await heldCredentialsOf(currentSession(context).vault.items) } }
}
