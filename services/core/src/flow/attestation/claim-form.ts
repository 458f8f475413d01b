/** What no value of these claims can lack. Devices check more; this only keeps what cannot be from being signed. */
const FORMS: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+$/,
  phone: /^(?=\D*\d)\+?[\d\s().\-/]+$/,
  birthdate: /^\d{4}(?:-\d{2}-\d{2})?$/,
  locale: /^[A-Za-z]{2,8}(?:[-_][A-Za-z\d]{1,8})*$/,
}

/** Whether a text can be a value of a claim at all. An empty one says that there is none. */
export function hasClaimForm(claim: string, value: string): boolean {
  const form = Object.hasOwn(FORMS, claim) ? FORMS[claim] : undefined
  return value === '' || form === undefined || form.test(value)
}
