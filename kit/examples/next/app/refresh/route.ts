import { createCountersign, SignInError } from '@countersign/sdk'
import { redirect } from 'next/navigation'
import { findPerson, forgetPerson, keepPerson } from '../session.ts'
import { readSettings } from '../settings.ts'

export async function POST(): Promise<never> {
  const person = await findPerson()
  if (!person?.tokens.refreshToken) redirect('/auth/sign-in')
  try {
    const { tokens } = await createCountersign(await readSettings()).refresh(person.tokens.refreshToken)
    await keepPerson({ ...person, tokens })
  } catch (error) {
    if (!(error instanceof SignInError) || error.advice !== 'begin_again') throw error
    // The approval has ended, for example because the user revoked it.
    await forgetPerson()
  }
  redirect('/')
}
