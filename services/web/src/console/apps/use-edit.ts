import { useState } from 'preact/hooks'

/** What a form started with, and what stands in it. What was saved is the next start, unless more was typed meanwhile. */
export function useEdit<Content>(first: () => Content) {
  const [form, setForm] = useState(() => startWith(first()))
  return {
    ...form,
    type: (typed: Content) => setForm(({ start }) => ({ start, typed })),
    keep: (saved: Content) => setForm((now) => (now.typed === form.typed ? startWith(saved) : now)),
  }
}

function startWith<Content>(start: Content) {
  return { start, typed: start }
}
