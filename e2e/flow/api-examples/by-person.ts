import {
  byPasskey,
  byPassword,
  confirming,
  newDevice,
  readAlong,
  signInByPasskey,
  signUp,
  signUpByPassword,
} from '@countersign/testing'
import {
  approve,
  askToSignOut,
  basicOf,
  finishOnDevice,
  idOf,
  redeemCode,
  startOnDevice,
  startRequest,
} from './by-app.ts'
import type { Prepared } from './by-operator.ts'
import { type Stage, type Told, told } from './stage.ts'

const CREDENTIALS = { login: 'ada', password: 'violet kettle sleeps in orbit' }

/** Two people: Ada by passkey, Grace by password. */
export async function meetPeople(stage: Stage) {
  const core = readAlong(stage.core)
  const ada = await signUp(core)
  const grace = await signUpByPassword(stage.core, CREDENTIALS)
  await grace.device.signOut({})
  const again = newDevice(stage.core)
  await again.signIn(CREDENTIALS)
  await signInByPasskey(newDevice(stage.core), ada.passkey)
  await newDevice(stage.core).signInByRecoveryKey({ recoveryKey: ada.recoveryKey })
  const { claims } = await ada.device.saveProfile({ values: { email: 'ada@example.org', name: 'Ada Lovelace' } })
  const itemIds = Object.fromEntries(claims.filter(({ value }) => value !== '').map(({ id, value }) => [id, value]))
  return { ada, itemIds, asAda: stage.asPerson(core.sessionToken), grace: confirming(again, byPassword(CREDENTIALS)) }
}

export type People = Awaited<ReturnType<typeof meetPeople>>

/** Answers requests in every way; returns the code of an approval. */
export async function answer(stage: Stage, prepared: Prepared, { ada, itemIds }: People, id: string) {
  await stage.toCore('GET', `/api/requests/${id}/preview/`)
  const { code } = await approve(ada.device, id, itemIds)
  const { id: denied } = await startRequest(stage, prepared)
  await ada.device.readRequest({ id: denied })
  await ada.device.deny({ id: denied })
  const { id: left } = await startRequest(stage, prepared)
  await ada.device.readRequest({ id: left })
  await ada.device.giveBackRequest({ id: left })
  return { code, denied }
}

/** A television, and a test of an operator, whose requests Ada approves too. */
export async function answerElsewhere(stage: Stage, prepared: Prepared, people: People): Promise<void> {
  const { ada, itemIds } = people
  const television = await startOnDevice(stage, prepared)
  const { auth_request_id: id } = await ada.device.findDeviceRequest({ userCode: `${television['user_code']}` })
  await approve(ada.device, id, itemIds)
  await finishOnDevice(stage, prepared, television)

  const tests = `/api/admin/clients/${prepared.app['client_id']}/test-sign-ins/`
  const { test_id, authorize_url } = await told(stage.asOperator('POST', tests, { json: {} }))
  const opened = new URL(`${authorize_url}`)
  const { code } = await approve(
    ada.device,
    idOf(await stage.asApp('GET', `${opened.pathname}${opened.search}`)),
    itemIds,
  )
  await stage.asOperator('POST', `${tests}complete/`, { json: { test_id, code } })
}

/** `prompt=none`, for a person who has approved the app before. */
export async function answerSilently(
  stage: Stage,
  { app, ...prepared }: Prepared,
  { asAda, ada }: People,
): Promise<void> {
  const { id } = await startRequest(stage, { app, ...prepared }, { scope: 'openid', prompt: 'none' })
  const path = `/api/internal/oauth/requests/${id}/`
  await asAda('GET', path)
  const body = { auth_request_id: id, user_id: ada.profile.userId, audience: app['client_id'], claims: {} }
  const { data_token } = await told(asAda('POST', '/api/internal/attest-data/', { json: body }))
  await asAda('POST', `${path}silent/`, { json: { data_token } })
}

/** The reading half of a person's own pages. */
export async function lookAround({ university }: Stage, { asAda, ada }: People): Promise<void> {
  for (const name of ['session', 'account/methods', 'account/grants', 'claims', 'claim-verifications']) {
    await asAda('GET', `/api/${name}/`)
  }
  await asAda('POST', '/api/status-list/', { json: { uri: `${university.issuer}/status-list` } })
  const { sessions } = (await (await asAda('GET', '/api/sessions/')).json()) as { readonly sessions: readonly Told[] }
  const other = sessions.find(({ is_current }) => !is_current)
  await asAda('DELETE', `/api/sessions/${other?.['session_id']}/`)
  await asAda('GET', '/api/account/events/')
  await asAda('GET', '/api/account/security-contact/')
  await asAda('GET', '/api/vault/')
  await asAda('GET', '/api/vault/ancestors/', { query: { from: '1' } })
  await asAda('GET', '/api/vault/activity/', { query: { before: '100' } })
  await asAda('GET', '/api/console/me/', { title: 'In the console, by a person' })
  await byPasskey(ada.passkey)(ada.bare, { act: 'export_account' })
  await asAda('GET', '/api/account/export/')
}

/** An app that Ada keeps up to date, and a change that she sends it. */
export async function keepUpToDate(stage: Stage, prepared: Prepared, { asAda, ada, itemIds }: People): Promise<void> {
  const { kept: app } = prepared
  const { id, code_verifier } = await startRequest(stage, { ...prepared, app })
  const { code } = await approve(ada.device, id, itemIds, { keeps_up_to_date: true })
  const tokens = await redeemCode(stage, app, { code, code_verifier })
  await ada.device.saveProfile({ values: { name: 'Ada King' } })
  const updates = await ada.device.listUpdates({})
  await ada.device.sendUpdates({ updates })
  await asAda('GET', '/api/account/grants/', { title: 'With an app that is kept up to date' })
  const form = { grant_type: 'refresh_token', refresh_token: `${tokens['refresh_token']}` }
  await stage.asApp('POST', '/oauth/token/', { headers: basicOf(app), form, title: 'Refresh after a change of data' })
}

function lastCode({ system, recorder }: Stage): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(system.mails()[0]?.text ?? '')?.[0] ?? ''
  recorder.learn('mailed_code', code)
  return code
}

/** Changes of a person's account and vault. */
export async function change(stage: Stage, { ada, grace }: People): Promise<void> {
  const { claims } = await ada.device.refresh({})
  const email = claims.find(({ name }) => name === 'email')
  await ada.device.startVerification({ itemId: email?.id ?? '', language: 'en' })
  await ada.device.finishVerification({ code: lastCode(stage) })
  await ada.device.startSecurityContact({ email: 'ada@example.org', language: 'en' })
  await ada.device.finishSecurityContact({ code: lastCode(stage) })
  await ada.device.endSecurityContact({})
  await ada.device.startPasskeyAddition({})
  await ada.device.setPassword({ login: 'ada-too', password: 'quiet lantern under seven rivers' })
  await grace.endOtherSessions({ apps: false })
}

/** Items that are sent ahead, as the device does where a write is larger than one body. */
export async function stageItems({ ada, asAda }: People): Promise<void> {
  const vault = (await (await asAda('GET', '/api/vault/')).json()) as { readonly items: readonly { rev: number }[] }
  const items = vault.items.filter(({ rev }) => rev === 1)
  await asAda('POST', '/api/vault/staging/', { json: { staging_id: crypto.randomUUID(), items } })
  await ada.device.prepareRecoveryKey({})
  await byPasskey(ada.passkey)(ada.bare, { act: 'rotate_account_key' })
  await asAda('POST', '/api/vault/rotate/staging/', { json: { staging_id: crypto.randomUUID(), items } })
  await ada.device.rotateAccountKey({})
}

export async function leave(
  stage: Stage,
  { app }: Prepared,
  { ada, grace, asAda }: People,
  tokens: Told,
): Promise<void> {
  const request = { logout_request: await askToSignOut(stage, `${tokens['id_token']}`) }
  await stage.toCore('POST', '/api/logout-request/preview/', { json: request })
  await asAda('POST', '/api/logout-request/', { json: request })
  await asAda('POST', '/api/account/grants/revoke/', { json: { client_id: app['client_id'] } })
  const account = `/api/core/admin/accounts/${ada.profile.userId}/`
  await stage.asOperator('GET', account)
  await stage.asOperator('POST', `${account}suspend/`, { json: { reason: 'Reported as stolen.' } })
  await stage.asOperator('POST', `${account}unsuspend/`, { json: { reason: 'Its owner has called.' } })
  await stage.asOperator('POST', `${account}end-sessions/`, { json: { reason: 'Asked by the person.' } })
  await stage.asOperator('POST', `${account}delete/`, { json: { reason: 'Asked by the person.' } })
  await stage.asOperator('GET', '/api/core/admin/core-health/')
  await grace.deleteAccount({})
}
