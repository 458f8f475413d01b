/** V8's format, as written by `node --cpu-prof`. */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
    readonly children?: readonly number[] | undefined
  }[]
  readonly samples?: readonly number[] | undefined
  readonly timeDeltas?: readonly number[] | undefined
}

/** A function as it was called from there, with all that it called. Times are microseconds. */
export type Frame = {
  readonly name: string
  readonly where: string
  readonly selfMicroseconds: number
  readonly totalMicroseconds: number
  readonly children: readonly Frame[]
}

/** The calls of a profile as a tree: what one function called by the same name is one. Waiting and profiling are left out. */
export function foldProfile({ nodes, samples = [], timeDeltas = [] }: CpuProfile): Frame {
  const selfTimes = new Map<number, number>()
  for (const [index, id] of samples.entries()) selfTimes.set(id, (selfTimes.get(id) ?? 0) + (timeDeltas[index] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const fold = (same: CpuProfile['nodes']): Frame => {
    const called = same.flatMap(({ children = [] }) => children.flatMap((id) => byId.get(id) ?? []))
    const groups = Map.groupBy(called.filter(isBusy), (node) => `${nameOf(node)} ${whereOf(node)}`)
    const children = [...groups.values()].map(fold).filter(({ totalMicroseconds }) => totalMicroseconds > 0)
    const selfMicroseconds = same.reduce((sum, { id }) => sum + (selfTimes.get(id) ?? 0), 0)
    const totalMicroseconds = children.reduce((sum, child) => sum + child.totalMicroseconds, selfMicroseconds)
    const [first] = same
    return { name: nameOf(first), where: whereOf(first), selfMicroseconds, totalMicroseconds, children }
  }
  return fold(nodes.slice(0, 1))
}

export type SelfTime = { readonly what: string; readonly selfMicroseconds: number }

/** Ranks functions by self time, over all callers. */
export function rankFrames(root: Frame, describe: (frame: Frame) => string): SelfTime[] {
  const costs = new Map<string, number>()
  const visit = (frame: Frame): void => {
    const what = describe(frame)
    costs.set(what, (costs.get(what) ?? 0) + frame.selfMicroseconds)
    for (const child of frame.children) visit(child)
  }
  visit(root)
  const ranked = [...costs].map(([what, selfMicroseconds]) => ({ what, selfMicroseconds }))
  return ranked.toSorted((left, right) => right.selfMicroseconds - left.selfMicroseconds)
}

/** The package of ours or of others, or the part of Node, that a function belongs to. */
export function packageOf({ where, name }: Frame): string {
  const [, ours] = /^.*\/((?:packages|services)\/[\w-]+|cli|bench)\//.exec(where) ?? []
  const [, theirs] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(where) ?? []
  return theirs ?? ours ?? (where.startsWith('node:') ? 'node' : name.startsWith('(') ? name : 'V8 and C++')
}

type Node = CpuProfile['nodes'][number]

function isBusy({ callFrame: { functionName, url } }: Node): boolean {
  return functionName !== '(idle)' && !url.startsWith('node:inspector')
}

function nameOf(node: Node | undefined): string {
  return node?.callFrame.functionName || '(anonymous)'
}

function whereOf(node: Node | undefined): string {
  const { url = '', lineNumber = 0 } = node?.callFrame ?? {}
  return url === '' ? '' : `${url.replace('file://', '')}:${lineNumber + 1}`
}
