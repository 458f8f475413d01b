import { findPerson } from './session.ts'

export default async function Home() {
  const person = await findPerson()
  if (!person) {
    // No Link: Next.js would fetch it before a click.
    return (
      <>
        <h1>Welcome</h1>
        <a href="/auth/sign-in">Sign in with Countersign</a>
      </>
    )
  }
  const { claims, tokens } = person
  return (
    <>
      <h1>Hello {claims['name'] ?? claims['email'] ?? 'there'}</h1>
      <ul>
        {Object.entries(claims).map(([name, value]) => (
          <li key={name}>{`${name}: ${value}`}</li>
        ))}
      </ul>
      <p>Access token …{tokens.accessToken.slice(-6)}</p>
      <form method="post" action="/refresh">
        <button type="submit">Refresh</button>
      </form>
      <form method="post" action="/auth/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
