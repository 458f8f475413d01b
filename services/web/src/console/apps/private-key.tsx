import { useText } from '../../messages/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { download } from '../../ui/download.ts'
import { CopyValue } from '../elements/copy-value.tsx'
import { texts } from '../texts.ts'

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
  return (
    <Card icon="key" title={texts.key.madeTitle} lead={isUnsure ? texts.key.madePerhaps : texts.key.madeLead}>
      <CopyValue label={texts.key.madeTitle} value={privateJwk} />
      {!isUnsure && <p class="fine">{texts.actions.shownOnce}</p>}
      <div class="actions start">
        <Button kind="secondary" onClick={() => download(`${name}.jwk`, `${privateJwk}\n`, 'application/json')}>
          {common.download}
        </Button>
      </div>
    </Card>
  )
}
