import type { ComponentChildren } from 'preact'
import { ButtonLink } from './elements.tsx'
import { useText } from './messages/texts.ts'
import { Page, type PageProps } from './page.tsx'
import { PATHS } from './routing/paths.ts'

type EndPageProps = Pick<PageProps, 'title' | 'lead' | 'icon' | 'hasHomeLink' | 'children'> & {
  readonly isGood?: boolean
  /** Above the links. */
  readonly content?: ComponentChildren
}

/** The outcome of a flow, and the links on: to the start page, unless it has its own. */
export function EndPage({ isGood = false, content, children, ...page }: EndPageProps) {
  const { common } = useText()
  return (
    <Page before={!page.icon && <span class={isGood ? 'page-mark good' : 'page-mark'} />} {...page}>
      {content}
      <div class="actions start">{children || <ButtonLink href={PATHS.home} label={common.start} />}</div>
    </Page>
  )
}
