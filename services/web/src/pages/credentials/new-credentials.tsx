import { type FailureCode, toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { findLoginProblem } from './login-problem.ts'
import { NewLoginField, NewPasswordField } from './new-credential-fields.tsx'
import { findPasswordProblem } from './password-hint.ts'

export type NewCredentials = ReturnType<typeof useNewCredentials>

/** What was refused, and the text that it was: another one is not refused yet. */
type Refusal = { readonly code: FailureCode; readonly login: string; readonly password: string }

/** A password that is chosen, and a login name where the account has none. */
export function useNewCredentials({ needsLogin }: { needsLogin: boolean }) {
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<Refusal>()
  const refusal = refused?.login === login && refused.password === password ? refused : undefined
  const isNamed = !needsLogin || (findLoginProblem(login) === undefined && !refusal?.code.startsWith('login_'))
  const isValid = isNamed && !findPasswordProblem(password, login) && !refusal?.code.startsWith('password_')
  /** Tries them; where one of them is refused, its field says so. */
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

/** The fields of new credentials. */
export function NewCredentialsFields({ credentials, passwordLabel }: NewCredentialsFieldsProps) {
  const { login, setLogin, password, setPassword, needsLogin, refusal } = credentials
  const refused = refusal?.code
  return (
    <>
      {needsLogin && <NewLoginField login={login} setLogin={setLogin} refused={refused} />}
      <NewPasswordField
        label={passwordLabel}
        password={password}
        setPassword={setPassword}
        login={login}
        refused={refused}
      />
    </>
  )
}
