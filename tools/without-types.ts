/** Folders whose libraries are not installed here: they are linted without types. */
export const WITHOUT_TYPES = ['examples/next', 'tools/site/.vitepress']
