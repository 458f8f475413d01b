import type { Page } from 'playwright-core'

/** Makes the gesture that the page asks for: with a password, or with the authenticator of this page. */
export async function confirmOnPage(page: Page, password?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.waitFor()
  if (password === undefined) return dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm with your password' }).click()
}
