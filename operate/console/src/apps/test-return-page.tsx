import { Notice } from '@countersign/ui/elements.tsx'
import { Page } from '@countersign/ui/page.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { CONSOLE_PATHS } from '../console-paths.ts'
import { CHECK_TEXTS } from './check-texts.ts'
import { readReturned, tellConsole } from './test-channel.ts'

const { returned: words } = CHECK_TEXTS

/** `/console/test-sign-in`, without a sign-in: where the browser of a test comes back to. Shows nothing of it. */
export function TestReturnPage() {
  const [returned] = useState(() => readReturned(new URLSearchParams(location.search)))
  const [outcome, setOutcome] = useState<'nothing' | 'telling' | 'taken' | 'lost'>(
    returned.state === '' ? 'nothing' : 'telling',
  )
  useEffect(() => {
    // The code leaves the address and the history.
    navigate(CONSOLE_PATHS.testSignIn, { replace: true })
    if (returned.state !== '') void tellConsole(returned).then((isTaken) => setOutcome(isTaken ? 'taken' : 'lost'))
  }, [])
  return (
    <Page title={words.title}>
      <Notice kind={outcome === 'taken' ? 'good' : 'info'}>{words[outcome]}</Notice>
    </Page>
  )
}
