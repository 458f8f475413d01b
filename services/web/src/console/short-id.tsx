import { useState } from 'preact/hooks'
import { Icon } from '../ui/icon.tsx'
import { texts } from './texts.ts'

type ShortIdProps = {
  /** What it identifies, for the copy button: "client id". */
  readonly label: string
  readonly value: string
  readonly href?: string | undefined
}

/** An identifier cut to a few characters, with a button that copies all of it. */
export function ShortId({ label, value, href }: ShortIdProps) {
  const [result, setResult] = useState<'copied' | 'copyFailed'>()
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setResult('copied'),
      () => setResult('copyFailed'),
    )
  }
  return (
    <span class="short-id">
      <code dir="ltr" title={value}>
        {href === undefined ? value : <a href={href}>{value}</a>}
      </code>
      <button type="button" aria-label={`${texts.actions.copy}: ${label} ${value}`} onClick={copy}>
        <Icon name={result === 'copied' ? 'check' : 'copy'} />
      </button>
      <span role="status" class="visually-hidden">
        {result && texts.actions[result]}
      </span>
    </span>
  )
}
