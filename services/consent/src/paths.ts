/** Every address that the page answers; the server sends index.html for these and for nothing else. */
export const PATHS = {
  home: '/',
  signIn: '/sign-in',
  signUp: '/sign-up',
  consent: '/consent',
} as const

export type Path = (typeof PATHS)[keyof typeof PATHS]
