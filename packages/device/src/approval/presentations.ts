import { credentialClaimName, entryIdOf } from '../credentials/credential-view.ts'
import type { PresentedTo } from '../credentials/present-credential.ts'
import { loaded } from '../failure.ts'
import type { Release } from './resolve-approval.ts'

/** The presentations of a release: one of each credential of which something is shared. */
export async function presentationsOf(
  { issued: { claims, held }, entries }: Pick<Release, 'issued' | 'entries'>,
  to: PresentedTo,
): Promise<readonly string[]> {
  if (Object.keys(claims).length === 0) return []
  const { presentCredential } = await loaded(import('../credentials/presenting-parts.ts'))
  const presented = held.map((credential) => {
    const chosen = Object.keys(credential.claims).filter((claim) => {
      const name = credentialClaimName(credential.vct, claim)
      return Object.hasOwn(claims, name) && entryIdOf(entries[name] ?? '') === credential.id
    })
    return chosen.length === 0 ? [] : [presentCredential(credential, chosen, to)]
  })
  return Promise.all(presented.flat())
}
