/** A page with sign-in and without a server of its own. */
import { createBrowserSignIn, type SignedIn, SignInError } from '@countersign/sdk/browser'

const { ISSUER, CLIENT_ID } = import.meta.env

const countersign = createBrowserSignIn({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  redirectUri: `${location.origin}/callback`,
  scopes: ['openid', 'email', 'profile'],
  // Across reloads and in all tabs.
  staySignedIn: true,
  onSignedOut: () => show(undefined, 'You were signed out.'),
})

on('sign-in', () => countersign.signIn({ returnTo: location.pathname }))
on('sign-out', async () => {
  await countersign.signOut()
  show(undefined, 'You’re signed out.')
})
on('ask', async () => {
  // Any API that accepts Countersign's tokens; this one is Countersign's own userinfo.
  const answer = await countersign.fetch(`${ISSUER}/oauth/userinfo`)
  const claims: Record<string, unknown> = await answer.json()
  list(claims)
  say(`The API answered ${answer.status}.`)
})

await attempt(async () => show(await countersign.completeSignIn()))

function show(person: SignedIn | undefined, message = ''): void {
  const name = person?.shared?.claims['name'] ?? person?.subject.slice(0, 8)
  find('h1').textContent = person ? `Hello ${name}` : 'Welcome'
  find('#sign-in').hidden = person !== undefined
  for (const id of ['#ask', '#sign-out']) find(id).hidden = person === undefined
  list(person?.shared?.claims ?? {})
  say(message)
}

function list(claims: Readonly<Record<string, unknown>>): void {
  const rows = Object.entries(claims).flatMap(([name, value]) => [element('dt', name), element('dd', String(value))])
  find('dl').replaceChildren(...rows)
}

function say(message: string): void {
  find('[role=status]').textContent = message
}

function on(id: string, action: () => Promise<void>): void {
  find(`#${id}`).addEventListener('click', () => void attempt(action))
}

/** Failed sign-ins are normal: shows them on the page. */
async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    show(undefined, error.advice === 'respect' ? 'You shared nothing, and that is fine.' : error.message)
  }
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
