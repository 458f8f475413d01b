import { Icon } from '@countersign/ui/icon.tsx'
import { useState } from 'preact/hooks'
import { texts } from './texts.ts'

type IdentifierProps = {
  /** Label for the copy button, such as "Client id". */
  readonly label: string
  readonly value: string
  readonly href?: string | undefined
  /** Cut to a few characters; copied whole. */
  readonly isShort?: boolean
}

/** An identifier with a button that copies it. */
export function Identifier({ label, value, href, isShort = false }: IdentifierProps) {
  const [result, setResult] = useState<'copied' | 'copyFailed'>()
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setResult('copied'),
      () => setResult('copyFailed'),
    )
  }
  return (
    <span class={isShort ? 'identifier short' : 'identifier'}>
      <code dir="ltr" title={value}>
        {href === undefined ? value : <a href={href}>{value}</a>}
      </code>
      <button type="button" aria-label={`${texts.actions.copy}: ${label} ${value}`} onClick={copy}>
        <Icon name={result === 'copied' ? 'check' : 'copy'} />
      </button>
      <output class="visually-hidden">{result && texts.actions[result]}</output>
    </span>
  )
}
