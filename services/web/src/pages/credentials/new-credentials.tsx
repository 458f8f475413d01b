import { useState } from 'preact/hooks'
import { NewLoginField, NewPasswordField } from './new-credential-fields.tsx'
import { findPasswordProblem } from './password-hint.ts'

export type NewCredentials = ReturnType<typeof useNewCredentials>

/** A password that is chosen, and a login name where the account has none. */
export function useNewCredentials({ needsLogin }: { needsLogin: boolean }) {
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const isValid = !findPasswordProblem(password, login) && (!needsLogin || login.trim() !== '')
  return { login, setLogin, password, setPassword, needsLogin, isValid }
}

type NewCredentialsFieldsProps = {
  readonly credentials: NewCredentials
  readonly passwordLabel?: string
}

/** The fields of new credentials. */
export function NewCredentialsFields({ credentials, passwordLabel }: NewCredentialsFieldsProps) {
  const { login, setLogin, password, setPassword, needsLogin } = credentials
  return (
    <>
      {needsLogin && <NewLoginField login={login} setLogin={setLogin} />}
      <NewPasswordField label={passwordLabel} password={password} setPassword={setPassword} login={login} />
    </>
  )
}
