import { useState } from 'preact/hooks'
import { useText } from './messages/use-text.tsx'

/** An app's logo, or its initial. Decorative: the name stands beside it. */
export function AppIcon({ name, logo }: { name: string; logo: string }) {
  const [isBroken, setBroken] = useState(false)
  if (logo === '' || isBroken) {
    return (
      <span class="app-icon" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    )
  }
  return <img class="app-icon" src={logo} alt="" width={56} height={56} onError={() => setBroken(true)} />
}

/** Beside the name of an app that the operator has not reviewed. */
export function UnreviewedMark({ app }: { readonly app: { readonly unreviewed?: boolean | undefined } }) {
  const { consent } = useText()
  return app.unreviewed === true ? <span class="unreviewed-mark">{consent.unreviewed}</span> : null
}

/** A sentence with one value marked, a host or a name. The value keeps its own writing direction. */
export function Marked({ sentence, value }: { sentence: string; value: string }) {
  const at = sentence.indexOf(value)
  if (at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <bdi>
        <strong>{value}</strong>
      </bdi>
      {sentence.slice(at + value.length)}
    </>
  )
}
