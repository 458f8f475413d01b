export {
  ADMINISTRATION_SETTINGS,
  type AdministrationRole,
  isAdministeredByPeople,
  roleOf,
} from './administration-settings.ts'
export {
  BASE_URL,
  CORE_URL,
  CREDENTIAL_ISSUERS,
  DATA_TOKEN_SECRET,
  INTERNAL_SERVICE_TOKEN,
  SIGN_UPS,
  WEB_URL,
} from './deployment-settings.ts'
export { FileRefused, readRightsOfOthers, readSettingFile } from './setting-files.ts'
export {
  integerFrom,
  listOfAtLeast,
  oneOf,
  parseBaseUrl,
  parseFlag,
  parseListenAddress,
  parseNetworks,
  parseText,
  refusedBy,
  splitList,
  textOfAtLeast,
} from './setting-kinds.ts'
export {
  type Environment,
  fileNameOf,
  findFile,
  findReadable,
  findText,
  isSet,
  readSettings,
  type Setting,
  SettingRefused,
  type Settings,
  SettingsError,
  type ValuesOf,
  withMade,
} from './settings.ts'
export { VERSION } from './version.ts'
