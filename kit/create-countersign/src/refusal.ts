/** A sentence for the person at the keyboard. */
export class Refusal extends Error {}
