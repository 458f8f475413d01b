/** What has just been done, or not, as the list says it. */
export type MethodNote =
  | 'added'
  | 'renamed'
  | 'removed'
  | 'passwordSet'
  | 'passwordChanged'
  | 'loginChanged'
  | 'keyReplaced'
  | 'rotated'
  | 'unchanged'
  | 'maybeChanged'

/** Where a person is on the page of the sign-in methods. */
export type MethodStep =
  | { readonly at: 'list'; readonly note?: MethodNote }
  | { readonly at: 'password' | 'login' | 'recovery-key' }
  /** With the password that is to take the place of one that somebody may know. */
  | { readonly at: 'rotate'; readonly password?: string }
