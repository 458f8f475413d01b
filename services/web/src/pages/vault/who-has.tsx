import type { AppHistory, ClaimItem } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The apps that were given this exact value, and when; loaded on demand. */
export function WhoHas({ of, entry }: { of: string; entry: Pick<ClaimItem, 'name' | 'value'> }) {
  const { vault } = useFullText()
  const { ask } = useSession()
  const [history, setHistory] = useState<readonly AppHistory[]>()
  const load = async (isOpen: boolean) => setHistory(isOpen ? await ask('readAppHistory', {}) : undefined)
  return (
    <details
      class="more vault-who-has"
      onToggle={(event) => void load(event.currentTarget.open).catch(() => undefined)}
    >
      <summary>
        <Icon name="people" />
        {vault.whoHas}
        <span class="visually-hidden"> {of}</span>
      </summary>
      {history && <Holders history={history} entry={entry} />}
    </details>
  )
}

function Holders({ history, entry }: { history: readonly AppHistory[]; entry: Pick<ClaimItem, 'name' | 'value'> }) {
  const text = useFullText()
  const format = useFormat()
  const holders = history.flatMap(({ clientId, name, released }) => {
    const given = released.find(({ claim, value }) => claim === entry.name && value === entry.value)
    return given ? [{ clientId, name: name === '' ? clientId : name, given }] : []
  })
  if (holders.length === 0) return <p class="fine">{text.vault.nobodyHas}</p>
  return (
    <ul class="vault-holders">
      {holders.map(({ clientId, name, given: { first, last } }) => (
        <li key={clientId}>
          <bdi>{name}</bdi> <span class="fine">{text.apps.given(format.date(first), format.date(last))}</span>
        </li>
      ))}
    </ul>
  )
}
