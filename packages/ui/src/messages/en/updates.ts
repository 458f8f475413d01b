import { formatOf } from '../format.ts'

const { counted } = formatOf('en')

export const enUpdates = {
  /** Apps that get later changes of what they were given. */
  updates: {
    keep: 'Keep this up to date',
    keepHint: (app: string) =>
      `If you change any of it later, ${app} gets the change, once you confirm. Only ${app} can read it. You can stop at any time.`,
    title: (apps: string) => `Keep ${apps} up to date?`,
    others: counted({ one: '1 other', other: '# others' }),
    lead: (claims: string) =>
      `You changed: ${claims}. Each app gets exactly what’s listed under its name, and only that app can read it.`,
    sendTo: (app: string) => `Send to ${app}`,
    gone: 'No longer shared',
    send: 'Send',
    sending: 'Sending…',
    notNow: 'Not now',
    sent: (apps: string) => `Sent to ${apps}.`,
    sentTitle: 'Your changes',
    sentLead: 'Look under Apps to see when each one has fetched it.',
    changedMeanwhile: (app: string) => `Not sent to ${app}: your vault has changed meanwhile. Look again.`,
    notSent: (app: string, reason: string) => `Not sent to ${app}. ${reason}`,
    lookAgain: 'Look again',
    done: 'Done',
    newKey: (app: string) => `${app} gets nothing: it has a new key. Sign in there again to share with it.`,
    malformed: (claims: string, app: string) => `Correct “${claims}” first: ${app} can’t take it in this form.`,
    toVault: 'Go to your vault',
    kept: 'Kept up to date',
    since: (date: string) => `Since ${date}`,
    current: 'Up to date',
    older: 'Has an older value',
    waiting: (date: string) => `Sent on ${date}, not fetched yet`,
    fetched: (date: string) => `Up to date: fetched what you sent on ${date}`,
    sendNow: 'Send now',
    stop: 'Stop',
    stopping: 'Stopping…',
    stopTitle: (app: string) => `Stop keeping ${app} up to date?`,
    stopText: (app: string) =>
      `${app} keeps its access and what it has, and may still fetch what you sent. It gets no later changes until you turn this on at a sign-in there.`,
    stopped: (app: string) => `${app} is no longer kept up to date.`,
    logged: (app: string) => `Update sent to ${app}`,
    notLogged: (app: string) => `Update not sent to ${app}`,
    failed: 'This update didn’t go through. The app keeps what it had.',
    emptied: 'Nothing: you removed everything it had.',
    receiptTime: 'Sent',
    receiptDevice: 'Sent with',
    genuine: (app: string, moment: string) => `This receipt is genuine. Update sent to ${app} on ${moment}:`,
  },
}
