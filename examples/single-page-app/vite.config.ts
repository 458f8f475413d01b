/** What `countersign dev --app … --public --write-env .env` writes, and nothing else of `.env`. */
export default { envPrefix: ['ISSUER', 'CLIENT_ID'] }
