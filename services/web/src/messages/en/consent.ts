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
  firstTime: 'It asks you for the first time.',
  knownSince: (date: string) => `You have used it since ${date}.`,
  changedTitle: (app: string) => `${app} is not quite the app you approved before`,
  hostChanged: 'It now returns to another address. Go on only if you know why.',
  before: 'Before',
  now: 'Now',
  keyChanged:
    'It now encrypts to another key. Either it has renewed its key, or somebody else wants to read your data in its place.',
  keyGone: 'It no longer encrypts what you share, so the services on the way could read it too.',
  acceptKey: (app: string) => `I expected this change of ${app}, or have asked its operator.`,
  keyNotAccepted: 'Confirm the changed key above first, or deny.',
  scopes: 'What it asks for',
  reason: (app: string) => `${app} says:`,
  requiredBecause: (app: string) => `${app} does not work without this.`,
  signsIn: (app: string) => `Whatever you approve also signs you in to ${app}.`,
  shareScope: (title: string) => `Share ${title}`,
  noData: 'It shares none of your data.',
  off: 'Not shared.',
  claimOff: 'Not shared',
  chooseOne: (claim: string) => `${claim}: choose one`,
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
  requiredOff: (claim: string, app: string) =>
    `Switch on “${claim}” or something else beside it: ${app} does not work without any of it.`,
  policy: (app: string) => `Privacy policy of ${app}`,
  terms: (app: string) => `Terms of ${app}`,
  promiseSealed: (app: string) =>
    `Your device encrypts what you share so that only ${app} can read it. Only what you see here is sent, and only when you approve.`,
  openUntil: 'This request is open until',
  promise:
    'Your vault is open on this device only. Only what you see here is signed and sent, and only when you approve.',
  leavingTitle: (app: string) => `Taking you back to ${app}`,
  leaving: 'If nothing happens, use this link.',
  continue: (app: string) => `Continue to ${app}`,
}
