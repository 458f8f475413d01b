/** Where a user's machine differs from ours, each with the tests that it can touch. */
export type Surrounding = {
  readonly name: string
  /** JavaScript that is true in it; false or an error where this machine cannot make it. */
  readonly holds: string
  readonly env?: NodeJS.ProcessEnv
  /** Prefix of the command. */
  readonly within?: readonly string[]
  readonly tests: readonly string[]
}

/** `npm start`, by its parts. */
const START = [
  'operate/cli/src/local-commands/dev.test.ts',
  'operate/cli/src/data-directory.test.ts',
  'operate/cli/src/server.test.ts',
]
const DATES = [...START, 'services/web/src', 'packages/device/src', 'kit/sdk/src', 'operate/cli/src/backup']
const WORDS = [...START, 'services/web/src', 'packages/service/src', 'operate/cli/src/commands', 'tools/']
export const CONSENT = [
  'e2e/browser/consent.test.ts',
  'e2e/browser/true-values.test.ts',
  'e2e/browser/newcomer.test.ts',
]

const PROXY = 'http://127.0.0.1:9'
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']

const GIT = { 'init.defaultBranch': 'trunk', 'core.autocrlf': 'true', 'commit.gpgSign': 'true', 'color.ui': 'always' }

/** A /dev with little more than what POSIX names. */
const DEVICES_ONLY = `mount -t tmpfs -o mode=755 tmpfs /mnt && ln -s /proc/self/fd /mnt/fd &&
  for file in null zero full random urandom; do touch /mnt/$file && mount --bind /dev/$file /mnt/$file || exit 1; done &&
  mount --rbind /mnt /dev`

export const SURROUNDINGS: readonly Surrounding[] = [
  {
    name: 'Pacific/Apia, 13 hours ahead of UTC',
    holds: `new Date('2026-11-21T12:00Z').getDate() === 22`,
    env: { TZ: 'Pacific/Apia' },
    tests: [...DATES, ...CONSENT],
  },
  {
    name: 'Etc/GMT+12, 12 hours behind UTC',
    holds: `new Date('2026-11-21T11:00Z').getDate() === 20`,
    env: { TZ: 'Etc/GMT+12' },
    tests: [...DATES, ...CONSENT],
  },
  inLanguage('Turkish', 'tr_TR.UTF-8', 'tr'),
  inLanguage('German', 'de_DE.UTF-8', 'de'),
  inLanguage('the locale C', 'C', 'en'),
  {
    name: 'umask 077',
    holds: 'process.umask() === 0o077',
    within: ['sh', '-c', 'umask 077 && exec "$@"', 'sh'],
    tests: [...START, 'packages/service/src', 'kit/create-countersign', 'operate/cli/', 'tools/'],
  },
  {
    name: 'no user namespaces, so no mounts',
    holds: `spawnSync('unshare', ['--user', 'true']).status !== 0`,
    within: inNamespace('--user', 'echo 0 > /proc/sys/user/max_user_namespaces'),
    tests: [...START, 'packages/service/src/sql'],
  },
  {
    name: '/dev/shm of 16 MB',
    holds: `statfsSync('/dev/shm').blocks * statfsSync('/dev/shm').bsize === 2 ** 24`,
    within: inNamespace('--mount', 'mount -t tmpfs -o size=16m tmpfs /dev/shm'),
    tests: [...START, ...CONSENT],
  },
  {
    name: 'no /dev/shm',
    holds: `!existsSync('/dev/shm')`,
    within: inNamespace('--mount', DEVICES_ONLY),
    tests: [...START, ...CONSENT],
  },
  {
    name: 'one processor',
    holds: 'availableParallelism() === 1',
    within: ['taskset', '--cpu-list', '0'],
    tests: [...START, 'packages/service/src', 'e2e/flow/workers.test.ts', 'e2e/flow/flow.test.ts'],
  },
  {
    name: 'no IPv6 and no network',
    holds: `Object.values(networkInterfaces()).flat().every(({ family }) => family === 'IPv4')`,
    within: inNamespace('--net', 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && ip link set lo up'),
    tests: [...START, 'operate/cli/src', 'packages/service/src', 'services/provider/test', 'e2e/flow', ...CONSENT],
  },
  {
    name: 'a proxy that answers nothing',
    holds: `process.env.http_proxy === '${PROXY}'`,
    env: { ...Object.fromEntries(PROXIES.map((name) => [name, PROXY])), NODE_USE_ENV_PROXY: '1' },
    tests: [
      ...START,
      'operate/cli/src',
      'packages/service/src',
      'kit/sdk/src',
      'services/provider/test',
      'e2e/flow',
      ...CONSENT,
    ],
  },
  {
    name: 'other defaults of git',
    holds: `String(execFileSync('git', ['config', 'commit.gpgSign'])) === 'true\\n'`,
    env: {
      GIT_CONFIG_COUNT: String(Object.keys(GIT).length),
      ...Object.fromEntries(
        Object.entries(GIT).flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
    },
    tests: [...START, 'operate/cli/src/dev', 'kit/test-server/src', 'tools/'],
  },
]

function inLanguage(name: string, locale: string, tag: string): Surrounding {
  return {
    name,
    holds: `new Intl.Collator().resolvedOptions().locale.startsWith('${tag}')`,
    env: { LANG: locale, LC_ALL: locale, LANGUAGE: locale },
    tests: [...WORDS, ...CONSENT],
  }
}

/** A namespace of its own kind, prepared with rights that the command does not get. */
function inNamespace(kind: '--user' | '--mount' | '--net', prepare: string): readonly string[] {
  const drop = 'exec setpriv --ambient-caps=-all --inh-caps=-all "$@"'
  return ['unshare', '--user', '--map-current-user', '--keep-caps', kind, 'sh', '-c', `${prepare} && ${drop}`, 'sh']
}
