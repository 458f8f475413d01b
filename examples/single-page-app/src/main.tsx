import { createRoot } from 'react-dom/client'
import { App, attempt } from './app.tsx'
import { countersign } from './sign-in.ts'

// Outside of React, which may run an effect twice: a sign-in is completed once.
const first = await attempt(async () => ({ person: await countersign.completeSignIn() }))
createRoot(document.querySelector('#root')!).render(<App first={first} />)
