import { startBeforeAll } from '@countersign/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPasskey } from './account.ts'
import { dumpDatabase, readTestConfig, startCore } from './core-under-test.ts'
import { bearer, newAuthenticator, type PasswordPerson, PASSWORD as password, refusalOf } from './person.ts'
import { allowApp } from './provider-under-test.ts'

const PATH = '/api/account/security-contact/'

const ADMIN_TOKEN = 'administration-token-for-tests-0123456789'

describe('mail about changes of an account', () => {
  const core = startBeforeAll(async () => startCore('postgresql', { config: await readTestConfig({ ADMIN_TOKEN }) }))
  let ada: PasswordPerson
  let email = ''
  let people = 0

  beforeEach(async () => {
    people += 1
    email = `ada-${people}@example.org`
    ada = await core.signUpWithPassword({ login: `ada-${people}`, password })
    core.mails.length = 0
  })

  const read = async () => (await core.get(PATH, ada.token)).json<object>()
  const mailsTo = (to: string) => core.mails.filter((mail) => mail.to === to).map(({ text }) => text)
  /** The mails to an address, as soon as there are as many. */
  async function waitForMails(count: number, to = email) {
    await expect.poll(() => mailsTo(to)).toHaveLength(count)
    return mailsTo(to)
  }

  /** Chooses an address as the page does: a code, then a gesture. */
  async function choose(to: string, { language = 'en', code = (sent: string) => sent } = {}) {
    const payload = { claim: 'email', value: to, language }
    const started = await core.post('/api/claim-verifications/start/', payload, bearer(ada.token))
    const sent = /(?<!\d)\d{6}(?!\d)/.exec(core.mails.at(-1)?.text ?? '')?.[0] ?? ''
    core.mails.length = 0
    await ada.confirm({ act: 'change_security_contact' })
    const change = { ...started.json<{ verification_id: string }>(), email: to, code: code(sent), language }
    return core.app.inject({ method: 'PUT', url: PATH, headers: bearer(ada.token), payload: change })
  }

  test('says what an operator did and why, the deletion of the account too', async () => {
    await choose(email)
    const act = (kind: string, reason: string) =>
      core.post(`/api/core/admin/accounts/${ada.userId}/${kind}/`, { reason }, bearer(ADMIN_TOKEN))
    await act('suspend', 'Spam was sent.')
    expect((await waitForMails(1))[0]).toContain('The operator suspended your account. Reason: Spam was sent.')
    await act('delete', 'Requested by mail.')
    const [, text = ''] = await waitForMails(2)
    expect(text).toContain('The operator deleted your account and everything in it. Reason: Requested by mail.')
    expect(text).toContain('Questions? Ask sign.example')
  })

  test('goes to an address that the person has proven, with a gesture, and is told to the one before', async () => {
    expect(await read()).toEqual({ is_available: true, email: null })
    const wrong = await choose(email, { code: (sent) => String((Number(sent) + 1) % 1_000_000).padStart(6, '0') })
    expect(refusalOf(wrong)).toEqual([422, 'wrong_code'])
    expect((await choose(email)).json()).toEqual({ is_available: true, email })
    const other = `other-${email}`
    expect((await choose(other)).statusCode).toBe(200)
    expect((await waitForMails(1))[0]).toContain('Security emails now go to another address')
    expect(core.mails.some(({ text }) => text.includes(other))).toBe(false)
    expect(await dumpDatabase(core.database)).not.toContain(`,${email},`)

    await ada.confirm({ act: 'export_account' })
    const held = await core.get('/api/account/export/', ada.token)
    const at = expect.stringMatching(/Z$/)
    expect(held.json()).toMatchObject({ security_contact: { email: other, language: 'en', created_at: at } })
    const remove = () => core.app.inject({ method: 'DELETE', url: PATH, headers: bearer(ada.token) })
    expect(refusalOf(await remove())).toEqual([403, 'reauth_required'])
    await ada.confirm({ act: 'change_security_contact' })
    expect((await remove()).json()).toEqual({ is_available: true, email: null })
    expect((await waitForMails(1, other))[0]).toContain('Security emails were switched off')
    const stored = await dumpDatabase(core.database)
    for (const gone of [email, other]) {
      expect(stored).not.toContain(gone)
      expect(core.log()).not.toContain(gone)
    }
  })

  test('is sent for a sign-in on a new device, not on a known one, in the language of the person', async () => {
    await choose(email, { language: 'de' })
    const { response } = await core.signInWithPassword(ada)
    const { device_token } = response.json<{ device_token: string }>()
    const [text = ''] = await waitForMails(1)
    expect(text).toContain('– Anmeldung auf einem neuen Gerät')
    expect(text).toContain('https://consent.example/sessions')
    expect(text).toMatch(/20\d\d um .+ UTC/)
    for (const secret of [ada.token, ada.userId, ada.login, '127.0.0']) expect(text).not.toContain(secret)
    const known = await core.get('/api/account/events/', ada.token)
    expect(known.json<{ events: object[] }>().events[0]).toHaveProperty('new_device_session')
    const { finish } = await core.startSignIn(ada, device_token)
    expect((await core.finishSignIn(finish)).statusCode).toBe(200)
    await addPasskey(ada, newAuthenticator())
    expect((await waitForMails(2))[1]).toContain('– Anmeldeart hinzugefügt')
  })

  test('is sent for a recovery and all that it changed, in one mail each request', async () => {
    await choose(email)
    await core.recover(ada)
    expect((await waitForMails(1))[0]).toContain('– Your recovery key was used')
  })

  test('is sent for an app that gets access which had none, not for its next approval', async () => {
    await choose(email)
    const provider = await core.provider.real()
    const approve = async () => {
      const id = await provider.startRequest()
      const url = `/api/internal/oauth/requests/${id}/`
      await core.get(url, ada.token)
      const data_token = await provider.attest(id, { sub: ada.userId })
      const answer = { approved_scopes: ['openid', 'email'], data_token }
      const completed = await core.post(`${url}complete/`, answer, bearer(ada.token))
      expect(completed.statusCode, completed.body).toBe(200)
    }
    await approve()
    expect((await waitForMails(1))[0]).toMatch(/– Access given to an app: \S+/)
    await allowApp(core.provider, ada.userId)
    await approve()
    await core.signInWithPassword(ada)
    expect((await waitForMails(2))[1]).toContain('– Signed in on a new device')
  })

  test('is sent twenty times a day, and the last one says so; the next day it goes on', async () => {
    const authenticator = newAuthenticator()
    await addPasskey(ada, authenticator)
    await choose(email)
    await core.database.sql`update core.security_contacts set sent = 19 where user_id = ${ada.userId}`
    await core.signInWithPasskey(authenticator)
    expect((await waitForMails(1))[0]).toContain('the last of these emails for today')
    await core.signInWithPasskey(authenticator)
    await core.signInWithPasskey(authenticator)
    await core.database.sql`
      update core.security_contacts set window_started_at = to_timestamp(extract(epoch from now()) - 90000)
       where user_id = ${ada.userId}`
    await core.signInWithPasskey(authenticator)
    expect((await waitForMails(2))[1]).not.toContain('the last')
  })

  test('neither fails nor delays a sign-in where it is refused, and the log names no address', async () => {
    await choose(email)
    await core.database.sql`
      update core.security_contacts set email = 'nobody@example.org' where user_id = ${ada.userId}`
    const { response } = await core.signInWithPassword(ada)
    expect(response.statusCode).toBe(200)
    await expect.poll(() => core.log()).toContain('security_mail_not_sent')
    expect(core.log()).not.toContain('nobody@')
  })
})
