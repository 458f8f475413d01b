/** Exposes only the variables that `countersign dev --app … --public --write-env .env` writes. */
export default { envPrefix: ['ISSUER', 'CLIENT_ID'] }
