import type { AppCheck } from '@countersign/device'
import { useFormat, useFullText } from '../../messages/use-text.tsx'

/** Apps that the person knows and could take this one for. Only they can tell whether it is the same. */
export function AppNamesakes({ app, namesakes }: { app: string } & Pick<AppCheck, 'namesakes'>) {
  const { consentChecks: text } = useFullText()
  const format = useFormat()
  return (
    <section class="changes" aria-labelledby="namesakes-title">
      <h2 id="namesakes-title">{text.namesakesTitle(app)}</h2>
      <p>{text.namesakes}</p>
      <dl class="before-after">
        {namesakes.map(({ name, host, since }) => (
          <div key={`${host} ${since}`}>
            <dt>{text.knownSince(format.date(since))}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
            <dd dir="ltr">{host}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
