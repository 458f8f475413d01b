/** As the provider makes and reads them. */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/** Whether a text can be the code of a device, however it was typed. */
export function isUserCode(typed: string): boolean {
  return CODE.test(lettersOf(typed))
}

/** As the device shows it: in two groups. */
export function showUserCode(typed: string): string {
  const letters = lettersOf(typed)
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

function lettersOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{Nd}]|ー/gu, '')
    .toUpperCase()
}
