import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type BarProps = {
  /** What is in it stays in its place otherwise, as live regions have to. */
  readonly isShown?: boolean
  readonly children: ComponentChildren
}

/** Lies over the end of the page. How high it is the page is told, so that what has the focus does not hide behind it. */
export function Bar({ isShown = true, children }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!isShown || !current) return undefined
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bar', `${current.offsetHeight}px`)
      // It may have grown over what has the focus.
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
