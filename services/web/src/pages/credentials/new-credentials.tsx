import { type FailureCode, toFailure } from '@countersign/device'
import { KnownUsername } from '@countersign/ui/credential-fields.tsx'
import { Field } from '@countersign/ui/form.tsx'
import { describeFailure, type FullText, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useBrand } from '@countersign/ui/page.tsx'
import { useState } from 'preact/hooks'
import { createPasskey } from '../../passkey/create-passkey.ts'
import { useSession } from '../../session/session.tsx'
import { findLoginProblem, findPasswordProblem, type PasswordProblem } from './credential-checks.ts'

type NewCredentials = ReturnType<typeof useNewCredentials>

/** A refused login and password; the refusal ends when either changes. */
type Refusal = { readonly code: FailureCode; readonly login: string; readonly password: string }

/** State of a new password, and of a login if the account has none or the page does not know it. */
export function useNewCredentials(known?: string) {
  const [typed, setLogin] = useState('')
  const needsLogin = known === undefined
  const login = known ?? typed
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<Refusal>()
  const refusal = refused?.login === login && refused.password === password ? refused : undefined
  const isNamed = !needsLogin || (findLoginProblem(login) === undefined && !refusal?.code.startsWith('login_'))
  const isValid = isNamed && !findPasswordProblem(password, login) && !refusal?.code.startsWith('password_')
  /** Runs the work; a refusal is shown at its field. */
  const offer = async (work: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await work()
    } catch (error) {
      const { code } = toFailure(error)
      if (!/^(login|password)_/.test(code)) throw error
      setRefused({ code, login, password })
    }
  }
  return { login, setLogin, password, setPassword, needsLogin, isValid, refusal, offer }
}

type NewCredentialsFieldsProps = {
  readonly credentials: NewCredentials
  readonly passwordLabel?: string
}

/** A new password has a hint while typing, and an error only after submission. */
export function NewCredentialsFields({ credentials, passwordLabel }: NewCredentialsFieldsProps) {
  const { login, setLogin, password, setPassword, needsLogin, refusal } = credentials
  const text = useFullText()
  const problem = findPasswordProblem(password, login)
  const refused = refusal?.code.startsWith('password_') ? describeFailure(text, refusal) : undefined
  return (
    <>
      {needsLogin ? (
        <NewLoginField login={login} setLogin={setLogin} refused={refusal?.code} />
      ) : (
        <KnownUsername login={login} />
      )}
      <Field
        label={passwordLabel ?? text.signIn.password}
        type="password"
        name="password"
        autocomplete="new-password"
        value={password}
        onInput={setPassword}
        hint={hintFor(text, password, problem)}
        error={problem ? describeProblem(text, problem, password) : refused}
        required
      />
    </>
  )
}

type NewLoginFieldProps = {
  readonly login: string
  readonly setLogin: (login: string) => void
  readonly label?: string
  /** Why core refused these credentials. */
  readonly refused?: FailureCode | undefined
}

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

function hintFor(text: FullText, password: string, problem: PasswordProblem | undefined): string {
  if (password === '') return text.signUp.passwordHint
  return problem ? describeProblem(text, problem, password) : text.signUp.passwordGood
}

function describeProblem({ signUp, failures }: FullText, problem: PasswordProblem, password: string): string {
  switch (problem.kind) {
    case 'short':
      return password === '' ? failures.password_too_short : signUp.passwordMissing(problem.missing)
    case 'repetitive':
      return signUp.passwordRepetitive
    case 'name':
      return signUp.passwordName
  }
}

type Options = Parameters<typeof createPasskey>[0]

/** Creates a passkey under the given name, or the one in the vault. */
export function useNewPasskey(): (options: Options, owner?: string) => ReturnType<typeof createPasskey> {
  const { signUp } = useFullText()
  const format = useFormat()
  const { name } = useBrand()
  const known = useSession().profile?.values['name']
  const unnamed = signUp.passkeyAccount(format.date(Date.now()))
  return (options, owner) => createPasskey(options, { service: name, account: owner ?? known ?? unnamed })
}
