import type { FullText } from '../../messages/messages.ts'
import { useFullText } from '../../messages/use-text.tsx'
import { Field } from '../../ui/field.tsx'
import { findPasswordProblem, type PasswordProblem } from './password-hint.ts'

type NewLoginFieldProps = {
  readonly login: string
  readonly setLogin: (login: string) => void
  readonly label?: string
}

/** A login name that is chosen. */
export function NewLoginField({ login, setLogin, label }: NewLoginFieldProps) {
  const text = useFullText()
  return (
    <Field
      label={label ?? text.signIn.login}
      name="username"
      autocomplete="username"
      value={login}
      onInput={setLogin}
      hint={text.signUp.loginHint}
      error={login.trim() === '' ? text.signUp.emptyLogin : undefined}
      required
      isCode
    />
  )
}

type NewPasswordFieldProps = {
  readonly password: string
  readonly setPassword: (password: string) => void
  /** The name beside it, which must not be most of it. */
  readonly login: string
  readonly label?: string | undefined
}

/** A password that is chosen: while typing it says how far there is to go, and complains only once it was sent. */
export function NewPasswordField({ password, setPassword, login, label }: NewPasswordFieldProps) {
  const text = useFullText()
  const problem = findPasswordProblem(password, login)
  return (
    <Field
      label={label ?? text.signIn.password}
      type="password"
      name="password"
      autocomplete="new-password"
      value={password}
      onInput={setPassword}
      hint={hintFor(text, password, problem)}
      error={problem ? describeProblem(text, problem, password) : undefined}
      required
    />
  )
}

function hintFor(text: FullText, password: string, problem: PasswordProblem | undefined): string {
  if (password === '') return text.signUp.passwordHint
  return problem ? describeProblem(text, problem, password) : text.signUp.passwordGood
}

function describeProblem({ signUp, failures }: FullText, problem: PasswordProblem, password: string): string {
  switch (problem.kind) {
    case 'short':
      return password === '' ? failures.passwordTooShort : signUp.passwordMissing(problem.missing)
    case 'repetitive':
      return signUp.passwordRepetitive
    case 'name':
      return signUp.passwordName
  }
}
