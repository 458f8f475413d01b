import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import type { ClaimValues, Device } from '@countersign/device'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf, type RequestApproval, showClaims } from '../support/approval.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { lend } from '../support/shared.ts'

export const HOST = new URL(APP_REDIRECT_URI).host
export const SCOPES = { openid: {}, email: {}, profile: {} }

/** Approvals of an app named Books, on a core that can lie. */
export function useApprovals() {
  const core = useLyingCore()
  const books = lend(() => registerApp(core.system, { name: 'Books', scopes: SCOPES }))

  /** A request of an app with the user's approval. */
  async function newApproval(
    device: Device,
    app = books,
    claims: ClaimValues = { email: 'ada@example.org' },
  ): Promise<RequestApproval> {
    return { ...(await approvalOf(core, device, (await app.begin()).url)), claims: await showClaims(device, claims) }
  }

  /** Registers an app with a key of its own. */
  async function newApp(
    registration: { readonly subjectType?: 'pairwise' } = {},
  ): Promise<AskingApp & { key: AppKey }> {
    const key = await newAppKey('X25519')
    const app = await registerApp(core.system, {
      name: 'Books',
      scopes: SCOPES,
      claimsEncryptionKey: key.publicJwk,
      ...registration,
    })
    return { ...app, key }
  }

  /** The claims that core got to sign. */
  const attestedSince = (before: number) =>
    core.seen.slice(before).find(({ call }) => call === 'POST /api/internal/attest-data/')?.body

  const eventsOf = async (device: Device) => (await device.readActivity({})).events.map(({ event }) => event)

  return { core, books, newApproval, newApp, attestedSince, eventsOf }
}
