import { findPerson } from '$lib/server/sessions'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = ({ cookies }) => ({ claims: findPerson(cookies)?.claims })
