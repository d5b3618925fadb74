// Answers that are begun while the caller may go on speaking: one at a time, used only for exactly the same words.
import type { Milli } from '@parlance/contract/lib/money'
import type { Logger } from '../../../lib/log.ts'
import type { BegunAnswer } from '../ports.ts'

interface EarlyAnswersDeps {
  /** Undefined when it may not begin. */
  readonly begin: (text: string) => BegunAnswer | undefined
  /** Resolves when the answer before it is stored. */
  readonly ready: () => Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

interface Guess {
  readonly text: string
  answer: BegunAnswer | undefined
}

export function createEarlyAnswers({ begin, ready, log }: EarlyAnswersDeps) {
  let guessed: Guess | undefined
  let cost: Milli = 0
  let closing: Promise<void> = Promise.resolve()

  const close = (answer: BegunAnswer) => {
    closing = closing.then(async () => {
      cost += await answer.close()
    })
    closing = closing.catch((error: unknown) => log.warn({ err: error }, 'an unused answer was not priced'))
  }
  const drop = () => {
    const answer = guessed?.answer
    guessed = undefined
    if (answer) close(answer)
  }
  return {
    begin(text: string) {
      drop()
      const mine: Guess = { text, answer: undefined }
      guessed = mine
      void ready().then(() => {
        if (guessed === mine) mine.answer = begin(text)
      })
    },
    drop,
    close,
    take(text: string): BegunAnswer | undefined {
      const answer = guessed?.text === text ? guessed.answer : undefined
      if (answer) guessed = undefined
      else drop()
      return answer
    },
    /** Price of those that were not used, so far. */
    cost: () => cost,
    /** Resolves when all that were closed have their price. */
    settled: () => closing,
  }
}
