export { holdsName, lookAlike } from './look-alike.ts'
export { mixesAlphabets } from './mixed-alphabets.ts'
