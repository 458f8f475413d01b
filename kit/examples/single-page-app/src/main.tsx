import { createRoot } from 'react-dom/client'
import { Account, attempt } from './account.tsx'
import { countersign } from './sign-in.ts'

// Outside of React, which may run an effect twice: a sign-in is completed once.
const first = await attempt(async () => ({ person: await countersign.completeSignIn() }))
createRoot(document.getElementById('root') ?? document.body).render(<Account first={first} />)
