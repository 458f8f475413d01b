import { here, storedAs } from '@countersign/ui/place.ts'

const NAME = 'countersign.invitation'
const TOKEN = /cs_inv_[\w-]{43}(?![\w-])/

/** The token of an invitation in a pasted link, or alone. */
export function findInvitation(text: string): string | undefined {
  return TOKEN.exec(text)?.[0]
}

/** Behind `#`, so that no server sees it. */
export function invitationInAddress(): string | undefined {
  return findInvitation(here().hash)
}

let held: string | undefined

/** For this tab, where a reload keeps it; without storage as long as the page lives. */
export function keepInvitation(token: string | undefined): void {
  held = token
  try {
    if (token === undefined) sessionStorage.removeItem(storedAs(NAME))
    else sessionStorage.setItem(storedAs(NAME), token)
  } catch {
    // Storage is full or forbidden.
  }
}

export function readInvitation(): string | undefined {
  try {
    return held ?? findInvitation(sessionStorage.getItem(storedAs(NAME)) ?? '')
  } catch {
    return held
  }
}
