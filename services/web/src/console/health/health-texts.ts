import { formatOf } from '../../messages/format.ts'

const { counted } = formatOf('en')

export const HEALTH_TEXTS = {
  title: 'Health',
  lead: 'What each component says of itself. Each answer comes from one process; where several run, load again to ask another.',
  components: { provider: 'Provider', core: 'Core' },
  states: { ok: 'Ready', unavailable: 'Not ready', silent: 'No answer' },
  silent: {
    provider: 'The provider doesn’t answer. Check that it runs, and that BASE_URL leads to it.',
    core: 'Core doesn’t answer. Check that it runs, and that CORE_URL leads to it.',
  },
  noOperation: 'This version doesn’t report its health. Update it.',
  findings: 'To mend',
  noFindings: 'Nothing to mend.',
  severities: { error: 'Error', warning: 'Warning' },
  versionsDiffer: (provider: string, core: string) =>
    `The provider is version ${provider} and core is version ${core}. Finish the update.`,
  clockOff: (component: string, seconds: string, isAhead: boolean) =>
    `The clock of the ${component} is ${seconds} seconds ${isAhead ? 'ahead of' : 'behind'} the database’s. Synchronize the machines’ clocks (NTP).`,
  checks: 'Checks',
  check: 'Check',
  component: 'Component',
  outcome: 'Outcome',
  toDo: 'What to do',
  outcomes: { ok: 'OK', unavailable: 'Fails' },
  advice: {
    database: 'Check that PostgreSQL runs and that DATABASE_URL is right.',
    clock: 'Synchronize the clocks of this machine and of the database’s (NTP).',
    disk: 'Free space on the disk of the data directory.',
    keys: 'The signing keys don’t open: check KEY_ENCRYPTION_SECRET.',
    provider: 'Core doesn’t reach the provider: check PROVIDER_URL and INTERNAL_SERVICE_TOKEN.',
    oprf: 'Core doesn’t reach the OPRF server: check OPRF_URL and OPRF_TOKEN.',
  },
  otherAdvice: 'See the log of this component.',
  facts: {
    version: 'Version',
    node: 'Node.js',
    started: 'Started',
    clock: 'Clock',
    database: 'Database',
    backup: 'Last backup',
    mail: 'Email',
    lastFailure: 'Last failed email',
  },
  clock: (seconds: string) => `${seconds} s from the database’s`,
  unknown: 'Unknown',
  engines: { embedded: 'Embedded', postgresql: 'PostgreSQL' },
  mailOff: 'Not set up',
  mailOk: 'No failures since the start',
  mailFailures: counted({ one: 'one failure', other: '# failures' }),
  keys: {
    title: 'Signing keys',
    next: 'The next keys are made:',
    manage: 'Manage the keys',
    kid: 'Key',
    algorithm: 'Algorithm',
    state: 'State',
    age: 'Age',
  },
  days: counted({ one: 'one day', other: '# days' }),
  hours: counted({ one: 'one hour', other: '# hours' }),
} as const
