/** Folders whose libraries are not installed here: they are linted without types. */
export const WITHOUT_TYPES = ['kit/examples/next', 'tools/site/.vitepress']
