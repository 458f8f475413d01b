/** A browser with one page, driven by what every browser can do: the same steps run in each. */
export type Driver = {
  readonly open: (url: string) => Promise<void>
  /** Runs a function in the page. It sees nothing but its arguments. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Result>
  /** Clicks a point of the viewport, in CSS pixels. */
  readonly click: (at: Point) => Promise<void>
  /** Types into the focused element, key by key. */
  readonly type: (text: string) => Promise<void>
  /** The viewport, as PNG. */
  readonly screenshot: () => Promise<Buffer>
  /** Console errors, uncaught errors and violations of the content security policy so far. */
  readonly problems: () => readonly string[]
  readonly close: () => Promise<void>
}

export type Point = { readonly x: number; readonly y: number }

/** A phone's. */
export const VIEWPORT = { width: 390, height: 844 }
