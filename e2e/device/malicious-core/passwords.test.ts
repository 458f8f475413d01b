import type { Device } from '@countersign/device'
import { codeOf, newDevice, signUp } from '@countersign/testing'
import { ready, server } from '@serenity-kit/opaque'
import { beforeAll, describe, expect, test } from 'vitest'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'

const password = 'violet kettle sleeps in orbit'
const core = useLyingCore()

describe('a core that wants a weaker password protocol (row 1)', () => {
  const START = 'POST /api/session/password/start/'

  test('by sending parameters is not heard: the secrets are the same, and none is sent', async () => {
    const { device, profile } = await signUp(core)
    await device.setPassword({ login: 'weakened', password })
    core.lies.set(START, (answer: object) => ({
      ...answer,
      key_stretching: { 'argon2id-custom': { memory: 8, iterations: 1, parallelism: 1 } },
      identifiers: { server: 'elsewhere' },
      suite: 0,
    }))
    const opened = await newDevice(core).signIn({ login: 'weakened', password })
    expect(opened.userId).toBe(profile.userId)
    core.lies.delete(START)
  })

  test.each([
    ['another account’s answer', 'other'],
    ['a mutilated answer', 'cut'],
  ])('by %s gets nothing: the client ends before its second message', async (_case, kind) => {
    const { device } = await signUp(core)
    await device.setPassword({ login: `victim-${kind}`, password })
    let earlier: string | undefined
    core.lies.set(START, (answer: { login_response: string }) => {
      const sent = kind === 'other' ? (earlier ?? answer.login_response) : answer.login_response.slice(0, -8)
      earlier = answer.login_response
      return { ...answer, login_response: sent }
    })
    await newDevice(core)
      .signIn({ login: 'nobody', password })
      .catch(() => undefined)
    const before = core.seen.length
    const code = await codeOf(newDevice(core).signIn({ login: `victim-${kind}`, password }))
    core.lies.delete(START)
    expect(code).not.toBe('nothing')
    expect(callsSince(core, before)).toEqual([START])
  })
})

describe('a core that answers a registration under a setup of its own (row 51)', () => {
  const REGISTER = 'POST /api/account/register/start/'
  const NEW_PASSWORD = 'POST /api/account/methods/password/start/'
  type Registration = { readonly registration_response: string }
  let ownSetup: string
  let expectedKey: string

  beforeAll(async () => {
    await ready
    ownSetup = server.createSetup()
    core.lies.set(REGISTER, (answer: Registration) => {
      const response = Buffer.from(answer.registration_response, 'base64url')
      expectedKey = response.subarray(32).toString('base64url')
      return answer
    })
    await register(newDevice(core), 'honest')
    core.lies.delete(REGISTER)
  })

  function register(device: Device, login: string) {
    return device.createAccount({ login, password })
  }

  function forge(answer: Registration): Registration {
    const { registration_request } = core.seen.at(-1)!.body as { registration_request: string }
    const start = { serverSetup: ownSetup, userIdentifier: 'anybody', registrationRequest: registration_request }
    return { ...answer, registration_response: server.createRegistrationResponse(start).registrationResponse }
  }

  test.each([
    ['gets the record of a device that expects no key', () => [], 'nothing'],
    ['gets none of a device that expects another', () => [expectedKey], 'untrusted_server'],
  ])('%s', async (_case, pinnedServerKeys, expected) => {
    const options = { pinnedServerKeys: pinnedServerKeys() }
    expect(await codeOf(register(newDevice(core, options), `true-${expected}`))).toBe('nothing')
    const { device: known } = await signUp(core, options)
    core.lies.set(REGISTER, forge)
    core.lies.set(NEW_PASSWORD, forge)
    const before = core.seen.length
    const codes = [
      await codeOf(register(newDevice(core, options), `forged-${expected}`)),
      await codeOf(known.setPassword({ login: `set-${expected}`, password })),
    ]
    core.lies.clear()
    expect(codes).toEqual([expected, expected])
    const sent = callsSince(core, before).filter((call) => /\/(register\/finish|methods\/changes)\/$/.test(call))
    expect(sent).toHaveLength(expected === 'nothing' ? 2 : 0)
  })
})
