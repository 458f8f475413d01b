/** A sentence with one value marked, a host or a name. The value keeps its own writing direction. */
export function Marked({ sentence, value }: { sentence: string; value: string }) {
  const at = sentence.indexOf(value)
  if (at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <bdi>
        <strong>{value}</strong>
      </bdi>
      {sentence.slice(at + value.length)}
    </>
  )
}
