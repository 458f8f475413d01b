import type { CredentialView } from '@countersign/device'

export type Validity = 'valid' | 'soon' | 'expired'

const SOON_MS = 30 * 24 * 3_600_000

export function validityOf({ until }: Pick<CredentialView, 'until'>, now: number): Validity {
  if (until === undefined) return 'valid'
  const left = Date.parse(until) - now
  if (left <= 0) return 'expired'
  return left <= SOON_MS ? 'soon' : 'valid'
}

const FEW = 1

export function isRunningOut({ unused }: Pick<CredentialView, 'unused'>): boolean {
  return unused !== undefined && unused <= FEW
}

/** The holder's name, by the claims of OpenID Connect that most credentials use. */
export function findHolder({ claims }: Pick<CredentialView, 'claims'>): string | undefined {
  const { name, given_name: given, family_name: family } = claims
  const whole = name ?? [given, family].filter((part) => part !== undefined).join(' ')
  return whole === '' ? undefined : whole
}

/** The issuer's own colour, else one by its host. The stylesheet takes hue and some saturation of it. */
export function colourOf({ colour, issuer }: Pick<CredentialView, 'colour' | 'issuer'>): string {
  if (colour !== undefined) return colour
  const hue = Array.from(new URL(issuer).host).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 0)
  return `oklch(0.4 0.08 ${hue})`
}
