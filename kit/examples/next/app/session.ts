import type { CompletedSignIn } from '@countersign/sdk'
import { cookies } from 'next/headers'

type Person = Pick<CompletedSignIn, 'subject' | 'claims' | 'tokens'>

const COOKIE = 'next-example'
// In memory for this example; use your database. Next.js loads this module more than once.
const kept = globalThis as typeof globalThis & { people?: Map<string, Person> }
const people = (kept.people ??= new Map())

export async function findPerson(): Promise<Person | undefined> {
  return people.get((await cookies()).get(COOKIE)?.value ?? '')
}

/** Always under a new id, against session fixation. */
export async function keepPerson(person: Person): Promise<void> {
  await forgetPerson()
  const id = crypto.randomUUID()
  people.set(id, person)
  const secure = process.env['REDIRECT_URI']?.startsWith('https:') ?? false
  ;(await cookies()).set(COOKIE, id, { httpOnly: true, sameSite: 'lax', secure, path: '/' })
}

export async function forgetPerson(): Promise<void> {
  const jar = await cookies()
  people.delete(jar.get(COOKIE)?.value ?? '')
  jar.delete(COOKIE)
}
