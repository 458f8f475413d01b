import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../messages/messages.ts'
import { PATHS } from '../paths.ts'

interface PageProps {
  readonly title: string
  readonly lead?: ComponentChildren
  /** Stands above the title: a step, or the picture of an app. */
  readonly before?: ComponentChildren
  /** On the right of the header. */
  readonly action?: ComponentChildren
  /** False in the middle of something that a click on the name should not end. */
  readonly hasHomeLink?: boolean
  readonly isWide?: boolean
  readonly children?: ComponentChildren
}

/** The frame of every page. Its heading takes the focus when it appears, so that a screen reader starts to read there. */
export function Page({ title, lead, before, action, hasHomeLink = true, isWide, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${text.productName}`
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [title])
  return (
    <div class={isWide ? 'page wide' : 'page'}>
      <header class="top">
        {hasHomeLink ? (
          <a class="wordmark" href={PATHS.home}>
            <Mark />
          </a>
        ) : (
          <span class="wordmark">
            <Mark />
          </span>
        )}
        {action}
      </header>
      <main>
        {before}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </main>
    </div>
  )
}

/** A tick above the line that is signed on. */
function Mark() {
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M4.5 12.5l5 5L20 5.5" />
        <path d="M4 22h16" class="line" />
      </svg>
      {text.productName}
    </>
  )
}
