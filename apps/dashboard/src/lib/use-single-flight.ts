// What must not happen twice because somebody pressed twice: a button shows that it is busy one picture later at the earliest.
import { useRef } from 'react'

/** What was asked for, as text; files are never the same as others. */
const keyOf = (asked: unknown) =>
  JSON.stringify(asked, (_, part: unknown) => (part instanceof Blob ? Math.random() : part)) ?? ''

/**
 * Lets what is asked for through once: asking for the very same again while it is under way, or before the page has shown
 * what came of it, does nothing and answers as the first one does. Something else goes through, and so does the first again
 * after it.
 */
export function useSingleFlight<Answer>() {
  const last = useRef<{ text: string; answer: Promise<Answer> }>(undefined)
  return (asked: unknown, run: () => Promise<Answer>): Promise<Answer> => {
    const text = keyOf(asked)
    if (last.current?.text === text) return last.current.answer
    const mine = { text, answer: run() }
    last.current = mine
    const free = () =>
      setTimeout(() => {
        if (last.current === mine) last.current = undefined
      })
    mine.answer.then(free, free)
    return mine.answer
  }
}
