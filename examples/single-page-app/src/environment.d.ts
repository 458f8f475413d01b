interface ImportMetaEnv {
  readonly ISSUER: string
  readonly CLIENT_ID: string
}
