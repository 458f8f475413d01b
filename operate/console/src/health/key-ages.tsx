import { useLoaded } from '@countersign/ui/loading.tsx'
import { useConsole } from '../console-frame.tsx'
import { CONSOLE_PATHS } from '../console-paths.ts'
import { Moment } from '../moment.tsx'
import { LoadedTable } from '../table.tsx'
import { texts } from '../texts.ts'
import { HEALTH_TEXTS } from './health-texts.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

/** The published signing keys with their ages. @param nextAt when the next ones are made, if the provider says so */
export function KeyAges({ nextAt }: { nextAt: string | null }) {
  const { api } = useConsole()
  const loaded = useLoaded(async () => (await api.listKeys()).filter(({ state }) => state !== 'removed'))
  const { keys } = HEALTH_TEXTS
  return (
    <section class="stack">
      <h2>{keys.title}</h2>
      {nextAt !== null && (
        <p>
          {keys.next} <Moment at={nextAt} />
        </p>
      )}
      <LoadedTable
        caption={keys.title}
        loaded={loaded}
        keyOf={({ kid }) => kid}
        empty={<p class="fine">{texts.keys.none}</p>}
        columns={[
          { title: keys.kid, cell: ({ kid }) => <code dir="ltr">{kid}</code> },
          { title: keys.algorithm, cell: ({ algorithm }) => algorithm },
          { title: keys.state, cell: ({ state }) => texts.keys.states[state] },
          { title: keys.age, cell: ({ created_at }) => ageOf(created_at), sortBy: ({ created_at }) => created_at },
        ]}
      />
      <p>
        <a href={CONSOLE_PATHS.keys}>{keys.manage}</a>
      </p>
    </section>
  )
}

function ageOf(createdAt: string): string {
  const hours = Math.floor((Date.now() - Date.parse(createdAt)) / HOUR_MS)
  if (hours < 1) return HEALTH_TEXTS.underAnHour
  return hours < DAY_HOURS ? HEALTH_TEXTS.hours(hours) : HEALTH_TEXTS.days(Math.floor(hours / DAY_HOURS))
}
