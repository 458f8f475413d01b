import type { CallInput, OpenedProfile } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useSession } from './session.tsx'

/** Facts about a vault that only its owner can judge: on a new device an old copy looks like the current one. */
export function VaultNotices({ profile }: { profile: OpenedProfile }) {
  return (
    <>
      {profile.firstUse && <FirstUseNotice firstUse={profile.firstUse} />}
      {profile.continuity === 'unproven' && <UnprovenNotice memory={profile.memory} />}
      {profile.heldEntries !== 0 && <HeldNotice count={profile.heldEntries} />}
    </>
  )
}

function FirstUseNotice({ firstUse: { at, device, gen } }: { firstUse: NonNullable<OpenedProfile['firstUse']> }) {
  const { origin } = useFullText()
  const format = useFormat()
  const lead = origin.firstUse(format.dateTime(at), device, format.number(gen))
  return <NoticeCard title={origin.firstUseTitle} lead={lead} settle={{ what: 'first_use' }} button={origin.confirm} />
}

function UnprovenNotice({ memory: { gen, wrote_at: wroteAt, proven } }: Pick<OpenedProfile, 'memory'>) {
  const { origin } = useFullText()
  const format = useFormat()
  const describe = (head: { gen: number; wrote_at?: string | undefined } | undefined) =>
    head && origin.state(format.number(head.gen), head.wrote_at === undefined ? '' : format.dateTime(head.wrote_at))
  const lead = origin.unproven(describe(proven) ?? '', describe({ gen, wrote_at: wroteAt }) ?? '')
  return <NoticeCard title={origin.unprovenTitle} lead={lead} settle={{ what: 'unproven' }} button={origin.confirm} />
}

function HeldNotice({ count }: { count: OpenedProfile['heldEntries'] }) {
  const { origin, refusal } = useFullText()
  if (count === 'sealed') return <Card icon="info" title={origin.heldTitle} lead={refusal.heldSealed} />
  return (
    <NoticeCard title={origin.heldTitle} lead={origin.held(count)} settle="putBackEntries" button={origin.putBack} />
  )
}

type NoticeCardProps = {
  readonly title: string
  readonly lead: string
  readonly settle: CallInput<'confirmVault'> | 'putBackEntries'
  readonly button: string
}

function NoticeCard({ title, lead, settle, button }: NoticeCardProps) {
  const { common } = useFullText()
  const { ask } = useSession()
  const task = useTask<'settle'>()
  const run = async () => {
    await (settle === 'putBackEntries' ? ask(settle, {}) : ask('confirmVault', settle))
  }
  return (
    <Card icon="info" title={title} lead={lead}>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => task.run('settle', run)}
          busyText={task.running && common.saving}
          label={button}
        />
      </div>
    </Card>
  )
}
