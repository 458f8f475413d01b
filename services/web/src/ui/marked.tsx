/**
 * A sentence in which one value stands out: a host, an app's name. The value keeps its own direction, whichever way
 * the sentence is written.
 */
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
