/** Describes the page as a client of credential issuers; this address is its `client_id`. */
export const CREDENTIAL_CLIENT_PATH = '/credential-client.json'
