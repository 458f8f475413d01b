import { useText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { download } from '../../ui/download.ts'
import { useConsoleText } from '../console-text.tsx'
import { CopyValue } from '../elements/copy-value.tsx'

type PrivateKeyProps = {
  /** What it is called where it is downloaded. */
  readonly name: string
  readonly privateJwk: string
  /** Whether nobody knows if the service has its other half. */
  readonly isUnsure?: boolean
}

/** The private half of a key that was made here: for the app, and for nobody else. */
export function PrivateKey({ name, privateJwk, isUnsure = false }: PrivateKeyProps) {
  const { common } = useText()
  const { key, actions } = useConsoleText()
  return (
    <Card icon="key" title={key.madeTitle} lead={isUnsure ? key.madePerhaps : key.madeLead}>
      <CopyValue label={key.madeTitle} value={privateJwk} />
      {!isUnsure && <p class="fine">{actions.shownOnce}</p>}
      <div class="actions start">
        <Button kind="secondary" onClick={() => download(`${name}.jwk`, `${privateJwk}\n`, 'application/json')}>
          {common.download}
        </Button>
      </div>
    </Card>
  )
}
