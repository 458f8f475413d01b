import type { MethodView } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { Badge } from '../../ui/badge.tsx'

type MethodRowProps = {
  readonly method: MethodView
  /** Unless the card names it. */
  readonly title?: string
  readonly children?: ComponentChildren
}

/** An unlock method: name, creation, last use. */
export function MethodRow({ method, title, children }: MethodRowProps) {
  const { passkeys } = useFullText()
  const format = useFormat()
  const { createdAt, lastUsedAt, isBackedUp, isCurrent } = method
  const usedText = () => (lastUsedAt === undefined ? passkeys.neverUsed : passkeys.usedOn(format.date(lastUsedAt)))
  const facts = [
    createdAt !== undefined && passkeys.addedOn(format.date(createdAt)),
    createdAt !== undefined && !isCurrent && usedText(),
    isBackedUp !== undefined && (isBackedUp ? passkeys.synced : passkeys.oneDevice),
  ].filter((fact) => fact !== false)
  return (
    <li>
      <div class="rows-text">
        {title !== undefined && (
          <h3>
            <bdi>{title}</bdi>
            {isCurrent && <Badge>{passkeys.current}</Badge>}
          </h3>
        )}
        <p class="fine">{facts.join(' · ')}</p>
        {title === undefined && isCurrent && <Badge>{passkeys.current}</Badge>}
      </div>
      {children && <div class="actions">{children}</div>}
    </li>
  )
}
