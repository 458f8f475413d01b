import { randomBytes } from 'node:crypto'
import { generateCoreSecrets } from '@countersign/core'
import { generateDataTokenSecret } from '@countersign/data-token'

/** How `rotate-secrets` replaces a secret: `new,old` is accepted in the meantime. */
export type RotatedSecret = {
  readonly by: 'command'
  /** Acts that it allows. */
  readonly opens: string
  readonly make: () => string | Promise<string>
  /** Seconds that the former value stays after the new one is used; a condition: until `--remove` names it. */
  readonly kept: number | string
  /** `keys`: a JWK or JWK Set in place of a list. */
  readonly form: 'list' | 'keys'
  /** The least number of places: a secret of two processes must change in both. */
  readonly places?: 2
  /** Processes that accept it need not have the same. */
  readonly mayDiffer?: true
  /** Rotated with `--passwords` alone: people type their password once more. */
  readonly isOfPasswords?: true
  /** Work beside the command. */
  readonly also?: string
}

/** Only others can replace it, or it is no list. */
export type OthersSecret = { readonly by: 'hand'; readonly opens: string; readonly steps: string }

const HOUR = 3_600
const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * A row for every secret setting, in the order in which they are printed. A setting that is a list `new,old` needs its
 * row here and nothing else.
 */
export const SECRET_ROWS: Readonly<Record<string, RotatedSecret | OthersSecret>> = {
  INTERNAL_SERVICE_TOKEN: {
    by: 'command',
    opens: "core's calls to the provider: approve requests, end grants, erase people",
    make: newSecret,
    // It seals the signing keys where KEY_ENCRYPTION_SECRET is not set.
    kept: 60,
    form: 'list',
  },
  ADMIN_TOKEN: {
    by: 'command',
    opens: 'the administration API: apps, their redirect URIs and keys, accounts',
    make: newSecret,
    kept: 0,
    form: 'list',
    mayDiffer: true,
    also: 'Give the new ADMIN_TOKEN to the programs and people that use it before the former one goes.',
  },
  DATA_TOKEN_SECRET: {
    by: 'command',
    opens: 'signs data tokens about anyone',
    make: generateDataTokenSecret,
    kept: HOUR,
    form: 'keys',
    also: 'The public half of the former key stays, for verified values. For a key that may have been copied, end it by --remove DATA_TOKEN_SECRET: people verify anew.',
  },
  KEY_ENCRYPTION_SECRET: {
    by: 'command',
    opens: 'with a copy of the database: the signing keys of id_tokens',
    make: newSecret,
    kept: 60,
    form: 'list',
    also: 'Then replace the signing keys: countersign keys rotate --immediately',
  },
  TOKEN_SECRET: {
    by: 'command',
    opens: 'with a copy of the database: access tokens for the grants in it',
    make: newSecret,
    kept: 30 * 24 * HOUR,
    form: 'list',
    also: 'If a copy of the database may have gone along, end it now by --remove TOKEN_SECRET: apps send people here once more.',
  },
  EVENTS_SECRET: {
    by: 'command',
    opens: 'signs audit events to your receiver',
    make: () => `whsec_${randomBytes(32).toString('base64')}`,
    kept: 'the receiver has the new value',
    form: 'list',
  },
  OPRF_TOKEN: {
    by: 'command',
    opens: 'asks `serve oprf`, within its limit of guesses',
    make: newSecret,
    kept: 0,
    form: 'list',
    places: 2,
  },
  OPAQUE_SERVER_SETUP: {
    by: 'command',
    opens: 'with a copy of the database: guessing passwords',
    make: async () => (await generateCoreSecrets()).OPAQUE_SERVER_SETUP,
    kept: 'doctor counts few passwords that need a former value',
    form: 'list',
    isOfPasswords: true,
  },
  LOGIN_INDEX_KEY: {
    by: 'command',
    opens: 'with a copy of the database: guessing login names',
    make: newSecret,
    kept: 'doctor counts few passwords that need a former value',
    form: 'list',
    isOfPasswords: true,
  },
  DATABASE_URL: {
    by: 'hand',
    opens: 'the database: ciphertexts, hashes, who uses which app',
    steps:
      'by the one who runs PostgreSQL: a second role, then drop the first (guide "Secrets", The database\'s password)',
  },
  EVENTS_URL: {
    by: 'hand',
    opens: 'the receiver of audit events, where its address holds a password',
    steps: 'by the one who runs the receiver: another password; set it, restart the provider',
  },
  SMTP_URL: {
    by: 'hand',
    opens: 'sends mail in your name',
    steps:
      'by the one who runs the mail server: a second password; set it, restart core, countersign mail test, remove the first',
  },
  PHONE_SENDER_TOKEN: {
    by: 'hand',
    opens: 'sends messages at your cost',
    steps: 'by the one who runs the sender: accept both; set the new one, restart core, remove the first',
  },
}

/** Rows that the command rotates. */
export const ROTATED: ReadonlyMap<string, RotatedSecret> = new Map(
  Object.entries(SECRET_ROWS).flatMap(([name, row]) => (row.by === 'command' ? [[name, row] as const] : [])),
)
