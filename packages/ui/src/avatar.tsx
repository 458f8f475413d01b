import { isPicture } from './claim-text.tsx'
import { Icon } from './icon.tsx'

type AvatarProps = {
  readonly name: string
  /** Shown if the value is the image itself: an address would tell its host who looks. */
  readonly picture?: string | undefined
  readonly isLarge?: boolean
}

/** A person's picture, else the initial, else a sign. Decorative: the name stands beside it. */
export function Avatar({ name, picture = '', isLarge = false }: AvatarProps) {
  const kind = isLarge ? 'avatar large' : 'avatar'
  if (isPicture(picture)) return <img class={kind} src={picture} alt="" />
  return (
    <span class={kind} aria-hidden="true">
      {initialOf(name) ?? <Icon name="person" />}
    </span>
  )
}

/** Its first letter as readers see it, with its marks. */
function initialOf(name: string): string | undefined {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toLocaleUpperCase()
}
