/** Folders whose imports are not installed here: they are linted without types. */
export const WITHOUT_TYPES = ['kit/examples/next', 'tools/pack/consumer', 'tools/site/.vitepress']
