import { formatOf } from '../format.ts'

const { plural } = formatOf('en')

/** The request of an app: what it says is what a person decides by. */
export const consent = {
  loading: 'Fetching the request…',
  title: (app: string) => `${app} asks for some of your data`,
  returnsTo: {
    site: (host: string) => `You return to ${host}`,
    local: (host: string) => `You return to a program on this computer, at ${host}`,
    program: (scheme: string) => `You return to an app on this device, ${scheme}`,
  },
  scopes: 'What it asks for',
  reason: (app: string) => `${app} says:`,
  requiredBecause: (app: string) => `${app} does not work without this.`,
  shareScope: (title: string) => `Share ${title}`,
  noData: 'It shares none of your data.',
  off: 'Not shared.',
  nothingYet: 'Your vault has nothing for this yet. What you add here is kept in your vault.',
  addMore: (count: number) =>
    plural(count, { one: 'Add 1 more detail', other: (number) => `Add ${number} more details` }),
  addedHint: 'Optional. What you add here is shared too, and kept in your vault.',
  summaryNone: (app: string) => `${app} learns that it is you, and gets none of your data.`,
  summary: (app: string, count: number) =>
    plural(count, {
      one: `${app} gets 1 detail from your vault:`,
      other: (number) => `${app} gets ${number} details from your vault:`,
    }),
  summaryOff: 'Everything is switched off. Switch something on to approve, or deny.',
  approve: 'Approve',
  approving: 'Approving…',
  deny: 'Deny',
  denying: 'Denying…',
  requiredGap: (claim: string, app: string) => `Fill in “${claim}”: ${app} does not work without it.`,
  promise:
    'Your vault is open on this device only. Only what you see here is signed and sent, and only when you approve.',
  leavingTitle: (app: string) => `Taking you back to ${app}`,
  leaving: 'If nothing happens, use this link.',
  continue: (app: string) => `Continue to ${app}`,
}
