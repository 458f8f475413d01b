import { useFormat } from '../messages/use-text.tsx'
import { Badge } from '../ui/card.tsx'
import { Row } from '../ui/list.tsx'
import { useLoaded } from '../ui/loading.tsx'
import type { SigningKey } from './api/console-api.ts'
import { ConsoleFrame, useConsole } from './console-frame.tsx'
import { AskFirst, LoadedList, useChange } from './elements.tsx'
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
      <LoadedList loaded={loaded} empty={<p class="fine">{texts.keys.none}</p>}>
        {(key) => (
          <KeyRow
            key={key.kid}
            signingKey={key}
            remove={() => change(() => api.removeKey(key.kid), texts.keys.removed)}
          />
        )}
      </LoadedList>
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

function KeyRow({ signingKey, remove }: { signingKey: SigningKey; remove: () => Promise<void> }) {
  const format = useFormat()
  const { kid, algorithm, state } = signingKey
  const facts = [
    algorithm,
    texts.keys.from(format.dateTime(signingKey.active_from)),
    ...(signingKey.removed_at === null ? [] : [texts.keys.until(format.dateTime(signingKey.removed_at))]),
  ]
  return (
    <Row
      title={<code dir="ltr">{kid}</code>}
      detail={facts.join(' · ')}
      action={<Badge>{texts.keys.states[state]}</Badge>}
    >
      {state === 'retired' && (
        <div class="actions start">
          <AskFirst
            readAs={texts.keys.removeOf(kid)}
            title={texts.keys.removeTitle}
            message={texts.keys.removeLead}
            confirm={texts.keys.remove}
            work={remove}
          />
        </div>
      )}
    </Row>
  )
}
