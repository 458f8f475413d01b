import { useText } from '../messages/use-text.tsx'

/** Beside the name of an app that the operator has not reviewed. */
export function UnreviewedMark({ app }: { readonly app: { readonly unreviewed?: boolean | undefined } }) {
  const { consent } = useText()
  return app.unreviewed === true ? <span class="unreviewed-mark">{consent.unreviewed}</span> : null
}
