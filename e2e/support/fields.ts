import type { Page } from 'playwright-core'

/** Keyboards that a field may bring up on a phone, by what it says to autofill. */
const KEYBOARDS: Readonly<Record<string, readonly string[]>> = {
  username: ['text'],
  // As text while it is shown.
  'current-password': ['password', 'text'],
  'new-password': ['password', 'text'],
  // Unless an issuer's code has letters.
  'one-time-code': ['numeric'],
  name: ['text'],
  'given-name': ['text'],
  'family-name': ['text'],
  nickname: ['text'],
  email: ['email'],
  tel: ['tel'],
  // A year alone is no date to the browser.
  bday: ['date', 'text'],
  photo: ['url'],
  'street-address': ['multiline'],
  'address-level1': ['text'],
  'address-level2': ['text'],
  'postal-code': ['text'],
  // Recovery keys, names of things, links, and claims of operators.
  off: ['text', 'url', 'search', 'date', 'password', 'multiline'],
  // The console's, and dates.
  '': ['text', 'url', 'search', 'date', 'datetime-local', 'numeric', 'multiline'],
}

/**
 * Finds what keeps a password manager or a phone's keyboard from its work: a password without a username in its form, and a
 * field without the keyboard for its content.
 */
export function findFieldProblems(page: Page): Promise<string[]> {
  return page.evaluate((keyboards) => {
    const skipped = new Set(['checkbox', 'radio', 'file', 'hidden'])
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    return fields.flatMap((field) => {
      if (skipped.has(field.type)) return []
      const token = field.autocomplete.replace(' webauthn', '')
      const keyboard = field.inputMode || (field.type === 'textarea' ? 'multiline' : field.type)
      const username = field.form?.querySelector<HTMLInputElement>('[autocomplete^="username"]')
      const isNamed = username && (!username.readOnly || username.value !== '')
      if (field.type === 'password' && !isNamed) return [`${field.name}: a password without a username`]
      return keyboards[token]?.includes(keyboard) ? [] : [`${field.name}: ${keyboard} for "${token}"`]
    })
  }, KEYBOARDS)
}
