import { AMR_OF_ACR } from '@countersign/contracts'

/** The sign-in that a grant was approved by, as far as core attested it. */
export type SignIn = { readonly authTime: Date | undefined; readonly acr: string | undefined }

export type DescribedSignIn = {
  /** Unix seconds. */
  readonly auth_time?: number
  readonly acr?: string
  readonly amr?: string[]
}

/** For APIs, which may ask for a stronger or a newer sign-in (RFC 9068 §2.2.1, RFC 9470 §6). */
export function describeSignIn({ authTime, acr }: SignIn): DescribedSignIn {
  return {
    ...(authTime && { auth_time: Math.floor(authTime.getTime() / 1000) }),
    ...(acr !== undefined && { acr, ...amrOf(acr) }),
  }
}

/** Nothing for an `acr` of another core. */
export function amrOf(acr: string | undefined): Pick<DescribedSignIn, 'amr'> {
  const amr = acr !== undefined && Object.hasOwn(AMR_OF_ACR, acr) ? AMR_OF_ACR[acr] : undefined
  return amr ? { amr: [...amr] } : {}
}
