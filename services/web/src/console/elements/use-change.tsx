import { useState } from 'preact/hooks'
import { Notice } from '../../ui/notice.tsx'

/** Runs a change, reloads the page's content, and shows the sentence that the change returned. */
export function useChange(reload: () => Promise<void>) {
  const [done, setDone] = useState('')
  const change = async (work: () => Promise<string>) => {
    setDone('')
    const sentence = await work()
    await reload()
    setDone(sentence)
  }
  return { change, note: <Notice kind="good">{done}</Notice> }
}
