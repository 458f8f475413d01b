import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  begin,
  type Changes,
  comeBack,
  FRAMEWORKS,
  newApp,
  newJar,
  SECRET,
  startProvider,
} from '../../test/adapters.ts'
import { createSignInRoutes } from './sign-in-routes.ts'

startProvider()

describe('the cookies of a sign-in', () => {
  const start = (changes?: Changes) => FRAMEWORKS['next']!(changes)

  test('are sealed, unreadable for scripts, and of this host alone over https', async () => {
    const { response, state } = await begin(await start(), newJar())
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^countersign-[\w-]{22}=ey[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(response.headers.getSetCookie().join()).not.toContain(state)
    const secure = await begin(await start({ redirectUri: 'https://app.example/auth/callback' }), newJar())
    expect(secure.response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-countersign-.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
  })

  test('let two tabs sign in beside each other, in any order', async () => {
    const [app, jar] = [await start(), newJar()]
    const [first, second] = [await begin(app, jar, '?returnTo=/1'), await begin(app, jar, '?returnTo=/2')]
    const locations: (string | null)[] = []
    for (const { state } of [first, second]) {
      const response = await comeBack(app, jar, { code: 'cs_ac_1', state })
      locations.push(response.headers.get('location') ?? (await response.text()))
    }
    expect(locations).toEqual(['/1', 'welcome back'])
  })

  test('are five at most: the oldest attempt goes first', async () => {
    const [app, jar] = [await start(), newJar()]
    const begun = []
    for (let count = 0; count < 7; count += 1) begun.push(await begin(app, jar))
    expect(jar.kept.size).toBe(5)
    expect((await comeBack(app, jar, { code: 'cs_ac_1', state: begun[1]!.state })).status).toBe(400)
    expect((await comeBack(app, jar, { code: 'cs_ac_1', state: begun[2]!.state })).status).toBe(303)
  })

  test('stay small enough for every server, whatever way back a link names', async () => {
    const [app, jar] = [await start(), newJar()]
    const sizes: number[] = []
    for (const length of [1024, 1024, 1024, 1024, 1024, 16_000]) {
      await begin(app, jar, `?returnTo=${'/?'.padEnd(length, '\\')}`)
      // Browsers keep no cookie of more than 4 KiB.
      sizes.push(jar.header().length, ...[...jar.kept.values()].map((value) => 2 * value.length))
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8192 - 1024)
  })

  test('open for their own attempt alone, and with a secret that still counts', async () => {
    const jar = newJar()
    const old = await start({ cookieSecret: 'the old secret, 32 characters or more' })
    const [first, second] = [await begin(old, jar), await begin(old, jar)]
    const [[one, value] = ['', ''], [other] = ['']] = jar.kept
    const next = await start({ cookieSecret: [SECRET, 'the old secret, 32 characters or more'] })
    expect((await comeBack(next, jar, { code: 'cs_ac_1', state: first.state })).status).toBe(303)
    jar.kept.set(other, value)
    expect((await comeBack(next, jar, { code: 'cs_ac_1', state: second.state })).status).toBe(400)
    jar.kept.set(one, value)
    const without = await start()
    expect((await comeBack(without, jar, { code: 'cs_ac_1', state: first.state })).status).toBe(400)
    expect([...next.failed, ...without.failed].map(({ code }) => code)).toEqual(['lost_session', 'lost_session'])
  })

  test('are refused with any character changed', async () => {
    const [app, jar] = [await start(), newJar()]
    const { state } = await begin(app, jar)
    const [[name, value] = ['', '']] = jar.kept
    await fc.assert(
      fc.asyncProperty(fc.nat(value.length - 1), fc.constantFrom('A', 'z', '0', '.', '='), async (at, character) => {
        fc.pre(value[at] !== character && isRead(value, at))
        const tampered = newJar()
        tampered.kept.set(name, value.slice(0, at) + character + value.slice(at + 1))
        expect((await comeBack(app, tampered, { code: 'cs_ac_1', state })).status).toBe(400)
      }),
      { numRuns: 40 },
    )
    expect(app.signedIn).toEqual([])
  })

  test.each(['', 'too short', []])('refuse the secret %j', async (cookieSecret) => {
    const settings = { ...newApp().settings(() => undefined), cookieSecret }
    expect(() => createSignInRoutes(settings)).toThrow(/^cookieSecret must have 32 characters/)
  })
})

/** The lowest bits of the last character of a JWE part may be unused. */
function isRead(value: string, at: number): boolean {
  return value[at + 1] !== undefined && value[at + 1] !== '.'
}
