import { setFlagsFromString } from 'node:v8'

/** Has V8 collect garbage when the heap is a third larger: 70 MiB less under load, at the same speed (ADR 97). */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
}
