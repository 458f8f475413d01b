import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { useLanguage } from '../messages/use-text.tsx'
import { type ConsoleText, loadConsoleText } from './load-console-text.ts'

const ConsoleTextContext = createContext<ConsoleText | undefined>(undefined)

/** The texts of the console, in the language of the page. */
export function useConsoleText(): ConsoleText {
  const text = useContext(ConsoleTextContext)
  if (!text) throw new Error('A page of the console was rendered outside of it.')
  return text
}

/** Speaks the language of the page, as soon as its texts are here. */
export function ConsoleTextProvider({ first, children }: { first: ConsoleText; children: ComponentChildren }) {
  const { language } = useLanguage()
  const [text, setText] = useState(first)
  useEffect(() => {
    let isCurrent = true
    // Where the texts do not arrive it goes on in the language before.
    const speak = (next: ConsoleText) => isCurrent && setText(next)
    loadConsoleText(language).then(speak, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [language])
  return <ConsoleTextContext.Provider value={text}>{children}</ConsoleTextContext.Provider>
}
