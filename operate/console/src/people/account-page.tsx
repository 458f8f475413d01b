import type { AccountOverview } from '@countersign/contracts'
import { toFailure } from '@countersign/device'
import { Badge, Card } from '@countersign/ui/card.tsx'
import { Notice } from '@countersign/ui/elements.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { navigate } from '@countersign/ui/routing/router.ts'
import type { ConsoleApi } from '../api/console-api.ts'
import { ConsoleFrame, useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { Facts } from '../details.tsx'
import { CoreRefusal, Identifier, useChange } from '../elements.tsx'
import { Moment } from '../moment.tsx'
import { ActWithReason } from './act-with-reason.tsx'
import { PEOPLE_TEXTS } from './people-texts.ts'
import { readUserId } from './user-id.ts'

/** `/console/account`: an account without anything that names its person, and an operator's acts on it. */
export function AccountPage({ userId: asked }: { userId: string }) {
  const userId = readUserId(asked) ?? asked
  const { api } = useConsole()
  const loaded = useLoaded(() => findAccount(api, userId))
  const { content } = loaded
  return (
    <ConsoleFrame
      current="people"
      title={PEOPLE_TEXTS.account}
      lead={<Identifier label={PEOPLE_TEXTS.userId} value={userId} />}
    >
      <LoadingNotice loaded={loaded} Refusal={CoreRefusal} />
      <Notice>{content === null && PEOPLE_TEXTS.unknown}</Notice>
      {content && <AccountFacts account={content} />}
      <p>
        <a href={consoleAddress('audit', { user_id: userId })}>{PEOPLE_TEXTS.events}</a>
      </p>
      {content && <Acts account={content} reload={loaded.reload} />}
    </ConsoleFrame>
  )
}

/** The account, or null. @throws ClientError, `not_found` where core takes no token at all */
async function findAccount(api: ConsoleApi, userId: string): Promise<AccountOverview | null> {
  try {
    return await api.readAccount(userId)
  } catch (error) {
    if (toFailure(error).code !== 'not_found') throw error
    await api.readCoreHealth()
    return null
  }
}

function AccountFacts({ account }: { account: AccountOverview }) {
  const format = useFormat()
  const { suspension, last_used_at, connected_apps } = account
  const { facts } = PEOPLE_TEXTS
  return (
    <section class="card" aria-label={PEOPLE_TEXTS.account}>
      <Facts
        rows={[
          [facts.status, <Badge>{suspension ? PEOPLE_TEXTS.suspended : PEOPLE_TEXTS.isActive}</Badge>],
          [facts.suspendedAt, suspension && <Moment at={suspension.suspended_at} />],
          [facts.reason, suspension && <bdi>{suspension.reason}</bdi>],
          [facts.created, <Moment at={account.created_at} />],
          [facts.lastUsed, last_used_at === null ? PEOPLE_TEXTS.never : <Moment at={last_used_at} />],
          [facts.methods, methodsOf(account, format.list)],
          [facts.sessions, format.number(account.sessions)],
          [facts.apps, connected_apps === null ? PEOPLE_TEXTS.noAnswer : format.number(connected_apps)],
        ]}
      />
    </section>
  )
}

function methodsOf({ methods }: AccountOverview, list: (items: readonly string[]) => string): string {
  const names = (['passkey', 'password', 'recovery'] as const)
    .filter((name) => methods[name] > 0)
    .map((name) => PEOPLE_TEXTS.methods[name](methods[name]))
  return names.length === 0 ? PEOPLE_TEXTS.noMethods : list(names)
}

function Acts({ account, reload }: { account: AccountOverview; reload: () => Promise<void> }) {
  const { api, say } = useConsole()
  const { change, note } = useChange(reload)
  const { user_id: userId } = account
  const { acts } = PEOPLE_TEXTS
  const remove = async (reason: string) => {
    await api.removeAccount(userId, reason)
    say(acts.remove.done)
    navigate(consoleAddress('people'))
  }
  return (
    <Card title={PEOPLE_TEXTS.actions}>
      {note}
      <ul class="rows">
        <ActWithReason
          texts={acts.endSessions}
          work={(reason) => change(() => api.endSessions(userId, reason), acts.endSessions.done)}
        />
        {account.suspension ? (
          <ActWithReason
            texts={acts.unsuspend}
            work={(reason) => change(() => api.unsuspend(userId, reason), acts.unsuspend.done)}
          />
        ) : (
          <ActWithReason
            texts={acts.suspend}
            work={(reason) => change(() => api.suspend(userId, reason), acts.suspend.done)}
          />
        )}
        <ActWithReason texts={acts.remove} confirmWith={userId.slice(0, 8)} work={remove} />
      </ul>
    </Card>
  )
}
