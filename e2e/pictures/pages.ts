import type { Page } from 'playwright-core'
import { ADA, type Stage, visit } from './stage.ts'
import {
  addDegree,
  approveFirst,
  asked,
  at,
  changeQuickApproval,
  confirmAccess,
  deny,
  editVault,
  finishRecovery,
  followOffer,
  graduate,
  keepKey,
  leave,
  logout,
  mailbox,
  newToVault,
  offerInVault,
  openAll,
  press,
  quickApproval,
  recover,
  signIn,
  signInToShop,
  signUp,
  turnCard,
  weakPassword,
  wrongValue,
} from './ways.ts'

/** A page to look at: its name, and the way there. */
export type Row = readonly [name: string, open: (stage: Stage) => Promise<Page>]

/** Pages without a sign-in, and the way to an approval. */
const ENTRY: readonly Row[] = [
  ['home', (stage) => at(stage, '/')],
  ['sign-in', (stage) => at(stage, '/sign-in')],
  ['sign-in-known', async (stage) => at(stage, '/sign-in', await stage.openVault(stage.ada.passkey))],
  ['sign-in-for-app', (stage) => asked(stage)],
  ['sign-up', (stage) => at(stage, '/sign-up')],
  ['sign-up-password', (stage) => at(stage, '/sign-up#password')],
  ['sign-up-password-weak', weakPassword],
  ['recovery-key', signUp],
  ['recovery-key-check', async (stage) => keepKey(await signUp(stage))],
  ['recovery', (stage) => at(stage, '/recovery')],
  ['recovery-method', recover],
  ['recovery-done', finishRecovery],
  ['device', (stage) => at(stage, '/device')],
  ['another-device', (stage) => at(stage, '/another-device')],
  ['not-found', (stage) => at(stage, '/nothing-here')],
  ['logout', (stage) => logout(stage, true)],
  ['logout-signed-out', (stage) => logout(stage, false)],
  ['logout-broken-link', (stage) => at(stage, '/logout#AAAA')],
]

const CONSENT: readonly Row[] = [
  ['consent-empty-vault', async (stage) => signIn(await asked(stage, await stage.newPerson()))],
  ['consent', async (stage) => signIn(await asked(stage, stage.ada))],
  ['consent-details', async (stage) => openAll(await signIn(await asked(stage, stage.ada)))],
  ['consent-plain', async (stage) => signIn(await asked(stage, stage.ada, (await stage.plain.begin()).url))],
  ['consent-wrong-value', wrongValue],
  ['consent-first-approval', approveFirst],
  ['consent-credential', async (stage) => signIn(await asked(stage, await graduate(stage)))],
  ['quick-approval', quickApproval],
  ['quick-approval-changed', changeQuickApproval],
  ['leaving', leave],
  ['request-unknown', (stage) => at(stage, '/consent?auth_request_id=0190b5a4-7c4e-7cc2-9c39-2f9a4f4f0000')],
  ['provider-refusal', (stage) => at(stage, '/oauth/authorize?client_id=unknown')],
]

const SIGNED_IN: readonly Row[] = [
  ['vault-empty', async (stage) => stage.openVault((await stage.newPerson()).passkey)],
  ['vault', async (stage) => stage.openVault((await graduate(stage)).passkey)],
  ['vault-new-browser', newToVault],
  ['vault-unsaved', async (stage) => editVault(await stage.openVault((await stage.newPerson(ADA)).passkey))],
  ['credential-offer', offerInVault],
  ['credential-offer-sign-in', async (stage) => followOffer(stage, await stage.open())],
  ['credential-added', async (stage) => (await addDegree(stage)).page],
  ['credential-back', turnCard],
  ['account-menu', async (stage) => press(await stage.openVault(stage.ada.passkey), /^Signed in as/)],
  ['credentials', async (stage) => visit(await stage.openVault(stage.ada.passkey), '/credentials')],
  ['apps-empty', async (stage) => visit(await stage.openVault((await stage.newPerson()).passkey), '/apps')],
  ['apps', async (stage) => openAll(await visit(await stage.openVault(stage.ada.passkey), '/apps'))],
  ['apps-next', async (stage) => press(await visit(await stage.openVault(stage.ada.passkey), '/apps'), /^Change/)],
  ['apps-revoke', async (stage) => press(await visit(await stage.openVault(stage.ada.passkey), '/apps'), /^Revoke/)],
  ['activity', async (stage) => visit(await stage.openVault(stage.ada.passkey), '/activity')],
  ['receipt', async (stage) => press(await visit(await stage.openVault(stage.ada.passkey), '/activity'), /^Receipt/)],
  ['methods', async (stage) => visit(await stage.openVault(stage.ada.passkey), '/methods')],
  ['devices', async (stage) => visit(await stage.openVault((await stage.newPerson(ADA)).passkey), '/sessions')],
  ['account', async (stage) => visit(await stage.openVault(stage.ada.passkey), '/account')],
  [
    'account-delete',
    async (stage) => press(await visit(await stage.openVault(stage.ada.passkey), '/account'), /^Delete/),
  ],
  ['step-up', confirmAccess],
]

const DEMO: readonly Row[] = [
  ['shop', (stage) => at(stage, stage.shopUrl)],
  ['shop-signed-in', signInToShop],
  ['shop-for-developers', async (stage) => openAll(await signInToShop(stage))],
  ['shop-denied', deny],
  ['mailbox-empty', (stage) => at(stage, stage.demo.mailboxUrl)],
  ['mailbox', mailbox],
  ['university', (stage) => at(stage, stage.demo.universityUrl)],
  ['university-offer', async (stage) => press(await at(stage, stage.demo.universityUrl), 'Issue it')],
]

export const PAGES: readonly Row[] = [...ENTRY, ...CONSENT, ...SIGNED_IN, ...DEMO]
