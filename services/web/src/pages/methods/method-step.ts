/** The outcome of the last step, as a message key. */
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

/** Steps of the methods page. */
export type MethodStep =
  | { readonly at: 'list'; readonly note?: MethodNote }
  | { readonly at: 'password' | 'login' | 'recovery-key' }
  /** With the new password, if the old one may be known. */
  | { readonly at: 'rotate'; readonly password?: string }
