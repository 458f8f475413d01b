import { useText } from '../messages/use-text.tsx'
import { Icon } from './icon.tsx'

/** Beside the name of an app that nobody who runs the service vouches for. */
export function UnreviewedMark({ app }: { readonly app: { readonly unreviewed?: boolean | undefined } }) {
  const { consent } = useText()
  if (app.unreviewed !== true) return null
  return (
    <span class="unreviewed">
      <Icon name="info" />
      {consent.unreviewed}
    </span>
  )
}
