export type Token = {
  type: string
  tag: string
  info: string
  content: string
  attrs: [string, string][] | null
  children: Token[] | null
}
type State = { tokens: Token[]; readonly Token: new (type: string, tag: string, nesting: number) => Token }

/** Consecutive fences with `tab="Name"` become a group of tabs: VitePress's `::: code-group`, which GitHub would show as text. */
export function groupTabs(state: State): void {
  const names = state.tokens.map(nameOf)
  const mark = (side: string, nesting: number) => new state.Token(`container_code-group_${side}`, 'div', nesting)
  state.tokens = state.tokens.flatMap((token, at) => {
    const [before, name, after] = [names[at - 1], names[at], names[at + 1]]
    if (name === undefined || (before ?? after) === undefined) return [token]
    token.info = `${token.info.split(' ')[0]} [${name}]`
    return [
      ...(before === undefined ? [mark('open', 1)] : []),
      token,
      ...(after === undefined ? [mark('close', -1)] : []),
    ]
  })
}

function nameOf({ type, info }: Token): string | undefined {
  return type === 'fence' ? /\btab="([^"]+)"/.exec(info)?.[1] : undefined
}
