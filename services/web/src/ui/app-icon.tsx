import { useState } from 'preact/hooks'

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
