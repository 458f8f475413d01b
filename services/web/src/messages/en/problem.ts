/** Pages that end a way: what happened, and the way on. */
export const problem = {
  malformedTitle: 'This link is not complete',
  malformed: 'The address of the request is missing or damaged. Go back to the app and start again.',
  unknownTitle: 'We do not know this request',
  unknown: 'It may be too old, or it was opened with another account. Go back to the app and start again.',
  expiredTitle: 'This request has expired',
  expired: (app: string) =>
    `For your safety a request is open for a few minutes only. Nothing was shared. Go back to ${app} and start again.`,
  approvedTitle: 'You have already approved this',
  approved: (app: string) => `An approval works once. If ${app} did not sign you in, go back to it and start again.`,
  deniedTitle: 'You have already denied this',
  denied: (app: string) => `Nothing was shared. To decide anew, go back to ${app} and start again.`,
  unsafeTitle: 'We will not send you there',
  unsafe: 'The app gave an address that is not safe to open. Nothing was shared. Please tell its operator.',
  backTo: (app: string) => `Back to ${app}`,
  loadTitle: 'We could not fetch the request',
  load: 'Nothing was shared. Your request is still waiting.',
  pageTitle: 'We could not load this page',
  page: 'A part of this page did not arrive. Check your connection and try again.',
  notFoundTitle: 'There is nothing here',
  notFound: 'This address does not exist.',
}
