import { Badge } from '@countersign/ui/card.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import type { SigningKey } from './api/console-api.ts'
import { ConsoleFrame, useConsole } from './console-frame.tsx'
import { AskFirst, Identifier, useChange } from './elements.tsx'
import { Moment } from './moment.tsx'
import { type Column, LoadedTable } from './table.tsx'
import { texts } from './texts.ts'

/** `/console/keys`: the keys that sign id_tokens. */
export function KeysPage() {
  const { api } = useConsole()
  const loaded = useLoaded(() => api.listKeys())
  const { change, note } = useChange(loaded.reload)
  const rotate = (immediately: boolean) => {
    const known = new Set(loaded.content?.map(({ kid }) => kid))
    return change(
      () => api.rotateKeys(immediately),
      (now) => (now.some(({ kid }) => !known.has(kid)) ? texts.keys.rotated : texts.keys.nothingRotated),
    )
  }
  return (
    <ConsoleFrame current="keys" title={texts.keys.title} lead={texts.keys.lead}>
      {note}
      <LoadedTable
        caption={texts.keys.title}
        loaded={loaded}
        keyOf={({ kid }) => kid}
        empty={<p class="fine">{texts.keys.none}</p>}
        columns={columnsFor((kid) => change(() => api.removeKey(kid), texts.keys.removed))}
      />
      <div class="actions start">
        <AskFirst
          title={texts.keys.rotateTitle}
          message={texts.keys.rotateLead}
          confirm={texts.keys.rotate}
          work={() => rotate(false)}
        />
        <AskFirst
          kind="quiet"
          title={texts.keys.rotateNowTitle}
          message={texts.keys.rotateNowLead}
          confirm={texts.keys.rotateNowConfirm}
          work={() => rotate(true)}
          label={texts.keys.rotateNow}
        />
      </div>
    </ConsoleFrame>
  )
}

function columnsFor(remove: (kid: string) => Promise<void>): readonly Column<SigningKey>[] {
  const { columns } = texts.keys
  return [
    { title: columns.kid, cell: ({ kid }) => <Identifier label={columns.kid} value={kid} /> },
    { title: columns.algorithm, cell: ({ algorithm }) => algorithm },
    { title: columns.state, cell: ({ state }) => <Badge>{texts.keys.states[state]}</Badge> },
    { title: columns.from, cell: ({ active_from }) => <Moment at={active_from} /> },
    { title: columns.until, cell: ({ removed_at }) => removed_at !== null && <Moment at={removed_at} /> },
    {
      title: columns.action,
      cell: (key) => key.state === 'retired' && <Withdrawal kid={key.kid} remove={() => remove(key.kid)} />,
    },
  ]
}

function Withdrawal({ kid, remove }: { kid: string; remove: () => Promise<void> }) {
  return (
    <AskFirst
      kind="quiet"
      readAs={texts.keys.removeOf(kid)}
      title={texts.keys.removeTitle}
      message={texts.keys.removeLead}
      confirm={texts.keys.remove}
      work={remove}
    />
  )
}
