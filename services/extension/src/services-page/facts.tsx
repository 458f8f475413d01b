/** Pairs of a name and its value. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
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
