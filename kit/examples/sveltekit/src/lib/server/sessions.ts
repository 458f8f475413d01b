import type { CompletedSignIn } from '@countersign/sdk'
import type { Cookies } from '@sveltejs/kit'

type Person = Pick<CompletedSignIn, 'subject' | 'claims'>

const COOKIE = 'session'
const secure = process.env.REDIRECT_URI?.startsWith('https:') ?? false
/** By the id in the cookie: in memory here, in your app in its database. */
const people = new Map<string, Person>()

export function findPerson(cookies: Cookies): Person | undefined {
  return people.get(cookies.get(COOKIE) ?? '')
}

/** Always under a new id, against session fixation. */
export function keepPerson(cookies: Cookies, person: Person): void {
  forgetPerson(cookies)
  const id = crypto.randomUUID()
  people.set(id, person)
  cookies.set(COOKIE, id, { path: '/', httpOnly: true, sameSite: 'lax', secure })
}

export function forgetPerson(cookies: Cookies): void {
  people.delete(cookies.get(COOKIE) ?? '')
  cookies.delete(COOKIE, { path: '/', secure })
}
