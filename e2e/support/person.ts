import type { Page } from 'playwright-core'

export type Credentials = { readonly login: string; readonly password: string }

type At = (name: string) => Promise<void>

const nothing: At = async () => undefined

/** Makes an account with a name and a password. The recovery key comes next, or with the first approval. */
export async function createAccountOnPage(page: Page, { login, password }: Credentials, at = nothing): Promise<void> {
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await page.getByLabel('Login name').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await at('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Makes an account with the authenticator of this page, under a name that no server learns. */
export async function createAccountByPasskeyOnPage(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
}

/** Signs up where no app waits, and confirms the recovery key. */
export async function signUpOnPage(page: Page, credentials: Credentials, at = nothing): Promise<string> {
  await createAccountOnPage(page, credentials, at)
  return confirmRecoveryKeyOnPage(page, at)
}

export async function signUpByPasskeyOnPage(page: Page, at = nothing): Promise<string> {
  await createAccountByPasskeyOnPage(page)
  return confirmRecoveryKeyOnPage(page, at)
}

async function confirmRecoveryKeyOnPage(page: Page, at: At): Promise<string> {
  const recoveryKey = await keepRecoveryKey(page, at)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  return recoveryKey
}

/** Approves for the first time: the recovery key comes with it. */
export async function approveFirstOnPage(page: Page, at = nothing): Promise<string> {
  await page.getByRole('button', { name: 'Approve' }).click()
  const recoveryKey = await keepRecoveryKey(page, at)
  await page.getByRole('button', { name: 'Confirm and approve' }).click()
  return recoveryKey
}

/** Takes the recovery key that is shown, and types the groups that are asked for. What comes next is one more click. */
export async function keepRecoveryKey(page: Page, at = nothing): Promise<string> {
  await page.getByRole('heading', { name: 'Keep your recovery key' }).waitFor()
  // The heading is there before the key.
  await page.getByRole('button', { name: 'I have kept it' }).waitFor()
  const recoveryKey = await readRecoveryKey(page)
  await at('recovery-key')
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('heading', { name: 'Did you keep it?' }).waitFor()
  await answerRecoveryCheck(page, recoveryKey)
  await at('recovery-check')
  return recoveryKey
}

export async function readRecoveryKey(page: Page): Promise<string> {
  const text = await page.locator('.recovery-key').innerText()
  const groups = text.match(/\b[0-9A-HJKMNP-TV-Z]{4}\b/g) ?? []
  if (groups.length < 9) throw new Error('The page shows no recovery key.')
  return groups.slice(0, 9).join('-')
}

export async function answerRecoveryCheck(page: Page, recoveryKey: string): Promise<void> {
  const groups = recoveryKey.split('-')
  for (const field of await page.getByLabel(/^Group \d$/).all()) {
    const label = await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '')
    await field.fill(groups[Number(/\d/.exec(label)?.[0]) - 1] ?? '')
  }
}

/** Signs in with name and password, also where the browser knows somebody. */
export async function signInOnPage(page: Page, { login, password }: Credentials): Promise<void> {
  const another = page.getByRole('button', { name: 'Sign in another way' })
  await page.getByLabel('Login name').or(another).waitFor()
  if (await another.isVisible()) await another.click()
  await page.getByLabel('Login name').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in and open vault' }).click()
}

/** Opens the vault with the passkey of this browser. */
export async function signInByPasskeyOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}
