import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type BarProps = {
  /** When false the content stays, without the bar: live regions must not move. */
  readonly isShown?: boolean
  readonly children: ComponentChildren
}

/** Sticks to the end of the page and sets `--bar` to its height, so that the focused element does not hide behind it. */
export function Bar({ isShown = true, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!isShown || !current) return undefined
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bar', `${current.offsetHeight}px`)
      // The bar may have grown over the focused element.
      const { activeElement } = document
      if (!current.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [isShown])
  return (
    <div ref={bar} class={isShown ? 'bar' : undefined}>
      {children}
    </div>
  )
}
