/** The hashes of all other files of the extension, in the form of `sha256sum`. */
export const FILE_LIST = 'files.sha256'
