import { Field } from './form.tsx'
import { useText } from './messages/texts.ts'

type LoginFieldProps = {
  readonly login: string
  readonly setLogin: (login: string) => void
  readonly label?: string
  /** Offers passkeys in the autofill. */
  readonly hasPasskeys?: boolean
}

export function LoginField({ login, setLogin, label, hasPasskeys }: LoginFieldProps) {
  const { signIn } = useText()
  return (
    <Field
      label={label ?? signIn.login}
      name="username"
      autocomplete={hasPasskeys ? 'username webauthn' : 'username'}
      value={login}
      onInput={setLogin}
      error={login.trim() === '' ? signIn.emptyLogin : undefined}
      required
    />
  )
}

/**
 * The username in a form that does not ask for it: a password manager stores and picks a password by it (HTML §4.10.18.7.1).
 * Managers skip `type=hidden` and `display: none`, so it is a text field, out of sight, tab order and accessibility tree.
 */
export function KnownUsername({ login }: { readonly login: string }) {
  return (
    <input
      class="visually-hidden"
      name="username"
      autocomplete="username"
      value={login}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

type PasswordFieldProps = {
  readonly password: string
  readonly setPassword: (password: string) => void
  readonly label?: string
  /** The known username; undefined beside a field for it. */
  readonly login?: string | undefined
}

export function PasswordField({ password, setPassword, label, login }: PasswordFieldProps) {
  const { signIn } = useText()
  return (
    <>
      {login !== undefined && <KnownUsername login={login} />}
      <Field
        label={label ?? signIn.password}
        type="password"
        name="password"
        autocomplete="current-password"
        value={password}
        onInput={setPassword}
        error={password === '' ? signIn.emptyPassword : undefined}
        required
      />
    </>
  )
}
