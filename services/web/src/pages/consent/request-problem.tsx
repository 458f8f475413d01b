import { useText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** A request that cannot be shown: what is wrong, and the way on. */
export function RequestProblem({ kind }: { kind: 'malformed' | 'unknown' | 'unsafe' }) {
  const text = useText()
  return (
    <Page title={text.problem[`${kind}Title`]} lead={text.problem[kind]}>
      <div class="actions start">
        <HomeLink />
      </div>
    </Page>
  )
}

/** Out of the way to a request. */
export function HomeLink() {
  const text = useText()
  const { state } = useSession()
  return (
    <ButtonLink href={PATHS.home} kind="secondary">
      {state.status === 'open' ? text.common.home : text.common.start}
    </ButtonLink>
  )
}
