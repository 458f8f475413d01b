import type { TestSignIn } from '@countersign/contracts'
import { Card } from '@countersign/ui/card.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import type { App } from '../api/console-api.ts'
import { useConsole } from '../console-frame.tsx'
import { RefusalNotice } from '../elements.tsx'
import { CHECK_TEXTS } from './check-texts.ts'
import { awaitReturn, type Returned } from './test-channel.ts'
import { type Finished, TestResult } from './test-result.tsx'

const { test: words } = CHECK_TEXTS

/** Prepares a test, waits for its tab to come back, and shows what the app would get. */
export function TestApp({ app }: { app: App }) {
  const { api } = useConsole()
  const [started, setStarted] = useState<TestSignIn>()
  const [finished, setFinished] = useState<Finished>()
  const task = useTask<'start' | 'complete'>()

  const start = () =>
    task.run('start', async () => {
      setFinished(undefined)
      setStarted(await api.startTest(app.client_id))
    })

  const finish = (test: TestSignIn, returned: Returned) =>
    task.run('complete', async () => {
      setStarted(undefined)
      const { code } = returned
      const result = code === '' ? undefined : await api.completeTest(app.client_id, { test_id: test.test_id, code })
      setFinished({ returned, result })
    })

  useEffect(() => {
    return started && awaitReturn(started.state, (returned) => finish(started, returned))
  }, [started])

  return (
    <>
      <Card icon="enter" title={words.title} lead={words.lead}>
        <RefusalNotice failure={task.failure} />
        {started ? <Waiting test={started} /> : null}
        <Notice>{task.running === 'complete' && words.completing}</Notice>
        <div class="actions start">
          <Button
            kind={started ? 'quiet' : 'primary'}
            onClick={start}
            busyText={task.running === 'start' ? words.starting : undefined}
            label={started || finished ? words.again : words.start}
          />
        </div>
      </Card>
      {finished && <TestResult app={app} finished={finished} />}
    </>
  )
}

/** A link, since browsers open a tab only for a press. */
function Waiting({ test }: { test: TestSignIn }) {
  const format = useFormat()
  return (
    <>
      <div class="actions start">
        <a class="button primary" href={test.authorize_url} target="_blank" rel="noopener">
          {words.open}
        </a>
      </div>
      <Notice>
        {words.waiting} {words.expires(format.number(Math.floor(test.expires_in / 60)))}
      </Notice>
    </>
  )
}
