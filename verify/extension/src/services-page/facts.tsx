export type Fact = readonly [name: string, value: string]

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="identity">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="auto">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
