import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useLanguage } from '../messages/use-text.tsx'

/**
 * A part of a page that is fetched, with its texts, when the page shows it: the way to an approval does not wait for it.
 * Until it is there, and where it does not come, `Meanwhile` stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props>,
): ComponentType<Props> {
  return function LazyPart(props: Props) {
    const { rest, loadRest } = useLanguage()
    const [Content, setContent] = useState<ComponentType<Props>>()
    useEffect(() => {
      let isThere = true
      Promise.all([load(), loadRest()]).then(
        ([component]) => isThere && setContent(() => component),
        () => undefined,
      )
      return () => {
        isThere = false
      }
    }, [loadRest])
    return Content !== undefined && rest !== undefined ? <Content {...props} /> : <Meanwhile {...props} />
  }
}
