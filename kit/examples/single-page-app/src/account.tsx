import { type SignedIn, SignInError } from '@countersign/sdk/browser'
import { useEffect, useState } from 'react'
import { countersign } from './sign-in.ts'

type Shown = { readonly person?: SignedIn | undefined; readonly message?: string }

export function Account({ first }: { readonly first: Shown }) {
  const [{ person, message }, show] = useState(first)
  useEffect(() => {
    const leave = () => show({ message: 'You were signed out.' })
    addEventListener('signed-out', leave)
    return () => removeEventListener('signed-out', leave)
  }, [])

  const signIn = async () => {
    await countersign.signIn({ returnTo: location.pathname })
    return {}
  }
  const signOut = async () => {
    await countersign.signOut()
    return { message: 'You’re signed out.' }
  }
  const ask = async () => {
    // Any API that accepts Countersign's tokens; this one is Countersign's own userinfo.
    const answer = await countersign.fetch(`${import.meta.env.ISSUER}/oauth/userinfo`)
    return { person, message: `The API answered ${answer.status}: ${await answer.text()}` }
  }
  const button = (label: string, action: () => Promise<Shown>) => (
    <button type="button" onClick={() => void attempt(action).then(show)}>
      {label}
    </button>
  )
  // After a reload only the subject is known.
  const { name, email } = person?.shared?.claims ?? {}
  return (
    <>
      <h1>{person ? `Hello ${name ?? email ?? person.subject.slice(0, 8)}` : 'Welcome'}</h1>
      <p>
        <output>{message}</output>
      </p>
      {!person && button('Sign in with Countersign', signIn)}
      {person && button('Ask who I am', ask)}
      {person && button('Sign out', signOut)}
    </>
  )
}

/** Failed sign-ins are normal: the page shows them. */
export async function attempt(action: () => Promise<Shown>): Promise<Shown> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return { message: error.advice === 'respect' ? 'You shared nothing, and that is fine.' : error.message }
  }
}
