import type { ResourceServerWithSecret } from '@countersign/contracts'
import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import { CopyValue, ShownOnce } from '../elements.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'

const { resources: words } = CATALOGUE_TEXTS

/** The secret of the client that was registered with an API, until it is kept. */
export function NewResource({ added }: { added: Static<typeof ResourceServerWithSecret> }) {
  const [isKept, setKept] = useState(added.client_secret === undefined)
  if (isKept || added.client_secret === undefined) return null
  return (
    <ShownOnce label={words.secret} value={added.client_secret} onDone={() => setKept(true)}>
      <CopyValue label={words.clientId} value={added.client_id} />
    </ShownOnce>
  )
}
