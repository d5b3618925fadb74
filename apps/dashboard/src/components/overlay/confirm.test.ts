import { expect, test } from 'vitest'
import { confirm, type Question, setAsker } from './confirm.tsx'

const QUESTION: Question = { title: 'Delete Ada?', body: 'It is gone for good.', confirm: 'Delete' }

test('asks once when pressed twice, and does nothing for the second press', async () => {
  const answers: ((yes: boolean) => void)[] = []
  setAsker(() => new Promise((resolve) => answers.push(resolve)))
  const first = confirm(QUESTION)
  expect(await confirm(QUESTION)).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]?.(true)
  expect(await first).toBe(true)
  const next = confirm(QUESTION)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(false)
  expect(await next).toBe(false)
  setAsker(undefined)
})
