import type { FailureCode } from '@countersign/device'
import { describeFailure, type FullText } from '../../messages/messages.ts'
import { useFullText } from '../../messages/use-text.tsx'
import { Field } from '../../ui/field.tsx'
import { findLoginProblem } from './login-problem.ts'
import { findPasswordProblem, type PasswordProblem } from './password-hint.ts'

type NewLoginFieldProps = {
  readonly login: string
  readonly setLogin: (login: string) => void
  readonly label?: string
  /** How these credentials were refused. */
  readonly refused?: FailureCode | undefined
}

/** A login name that is chosen. */
export function NewLoginField({ login, setLogin, label, refused }: NewLoginFieldProps) {
  const text = useFullText()
  const problem = findLoginProblem(login) ?? (refused?.startsWith('login_') ? refused : undefined)
  return (
    <Field
      label={label ?? text.signIn.login}
      name="username"
      autocomplete="username"
      value={login}
      onInput={setLogin}
      hint={text.signUp.loginHint}
      error={login.trim() === '' ? text.signUp.emptyLogin : problem && describeFailure(text, { code: problem })}
      required
    />
  )
}

type NewPasswordFieldProps = {
  readonly password: string
  readonly setPassword: (password: string) => void
  /** The name beside it, which must not be most of it. */
  readonly login: string
  readonly label?: string | undefined
  readonly refused?: FailureCode | undefined
}

/** A password that is chosen: while typing it says how far there is to go, and complains only once it was sent. */
export function NewPasswordField({ password, setPassword, login, label, refused }: NewPasswordFieldProps) {
  const text = useFullText()
  const problem = findPasswordProblem(password, login)
  const refusal = refused?.startsWith('password_') ? describeFailure(text, { code: refused }) : undefined
  return (
    <Field
      label={label ?? text.signIn.password}
      type="password"
      name="password"
      autocomplete="new-password"
      value={password}
      onInput={setPassword}
      hint={hintFor(text, password, problem)}
      error={problem ? describeProblem(text, problem, password) : refusal}
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
