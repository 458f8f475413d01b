import { useRef, useState } from 'preact/hooks'
import { findPasswordProblem, type PasswordProblem } from '../consent/password-hint.ts'
import type { FullText } from '../messages/messages.ts'
import { useFullText } from '../messages/use-text.tsx'
import { PATHS } from '../paths.ts'
import { addressOf, type Route } from '../router.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useRefusal } from '../ui/use-refusal.ts'
import { useTask } from '../ui/use-task.ts'

interface SignUpDetailsProps {
  readonly route: Route
  readonly onPrepared: (login: string, recoveryKey: string) => void
}

/** First step: a name and a password. Both go to the vault worker and nowhere else yet. */
export function SignUpDetails({ route, onPrepared }: SignUpDetailsProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'prepare'>()
  const problem = findPasswordProblem(password, login)

  const submit = (event: Event) => {
    event.preventDefault()
    if (login.trim() === '' || problem) return refuse()
    task.run('prepare', async () => {
      const { recoveryKey } = await ask('prepareAccount', { login, password })
      onPrepared(login, recoveryKey)
    })
  }

  return (
    <Page
      before={<p class="step">{text.signUp.step(1)}</p>}
      title={text.signUp.title}
      lead={route.authRequestId === undefined ? text.signUp.lead : `${text.signUp.lead} ${text.signUp.appWaiting}`}
      hasHomeLink={route.authRequestId === undefined}
    >
      <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={warmUp}>
        <Credentials
          login={login}
          setLogin={setLogin}
          password={password}
          setPassword={setPassword}
          problem={problem}
          wasRefused={wasRefused}
        />
        <p class="fine">{text.signUp.passwordWarning}</p>
        <FailureNotice failure={task.failure} />
        <Button type="submit" busyText={task.running && text.signUp.busy}>
          {text.signUp.submit}
        </Button>
      </form>
      <p class="aside">
        {text.signUp.haveAccount} <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.signUp.signIn}</a>
      </p>
    </Page>
  )
}

interface CredentialsProps {
  readonly login: string
  readonly setLogin: (login: string) => void
  readonly password: string
  readonly setPassword: (password: string) => void
  readonly problem: PasswordProblem | undefined
  readonly wasRefused: boolean
}

function Credentials({ login, setLogin, password, setPassword, problem, wasRefused }: CredentialsProps) {
  const text = useFullText()
  return (
    <>
      <Field
        label={text.signUp.login}
        name="username"
        autocomplete="username"
        value={login}
        onInput={setLogin}
        hint={text.signUp.loginHint}
        error={wasRefused && login.trim() === '' ? text.signUp.emptyLogin : undefined}
        required
        isCode
      />
      <Field
        label={text.signUp.password}
        type="password"
        name="password"
        autocomplete="new-password"
        value={password}
        onInput={setPassword}
        hint={hintFor(text, password, problem)}
        error={wasRefused && problem ? describeProblem(text.signUp, problem, password) : undefined}
        required
      />
    </>
  )
}

/** While typing: how far there is to go, never a complaint. */
function hintFor({ signUp }: FullText, password: string, problem: PasswordProblem | undefined): string {
  if (password === '') return signUp.passwordHint
  return problem ? describeProblem(signUp, problem, password) : signUp.passwordGood
}

function describeProblem(signUp: FullText['signUp'], problem: PasswordProblem, password: string): string {
  switch (problem.kind) {
    case 'short':
      return password === '' ? signUp.passwordShort : signUp.passwordMissing(problem.missing)
    case 'repetitive':
      return signUp.passwordRepetitive
    case 'name':
      return signUp.passwordName
  }
}
