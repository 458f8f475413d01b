import { useText } from '../messages/use-text.tsx'
import { Field } from './field.tsx'

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

type PasswordFieldProps = {
  readonly password: string
  readonly setPassword: (password: string) => void
  readonly label?: string
}

export function PasswordField({ password, setPassword, label }: PasswordFieldProps) {
  const { signIn } = useText()
  return (
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
  )
}
