/** What `dev` keeps in its data directory beside the database: its secrets, and the keys of its demos. */
export const SECRETS_FILE = 'secrets.json'
export const CLAIMS_KEY_FILE = 'demo-app.claims-key.json'
export const ISSUER_KEY_FILE = 'demo-university.key.json'

export const DEVELOPMENT_FILES: readonly string[] = [SECRETS_FILE, CLAIMS_KEY_FILE, ISSUER_KEY_FILE]
