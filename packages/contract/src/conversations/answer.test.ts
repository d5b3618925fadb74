import { expect, test } from 'vitest'
import type { Item } from '../items/schemas.ts'
import { NO_ANSWER, readAnswer } from './answer.ts'
import type { StreamPart } from './schemas.ts'

const choice: Item = { type: 'choice', buttons: [{ name: 'Yes', request: { type: 'text' } }] }
const image: Item = { type: 'visual', image: 'https://a.example/lamp.png', alt: 'A lamp' }
const text = (delta: string, id = 'answer'): StreamPart => ({ type: 'text-delta', id, delta })
const item = (data: Item): StreamPart => ({ type: 'data-item', id: 'i', data })
const read = (...parts: StreamPart[]) => parts.reduce(readAnswer, NO_ANSWER)

test('keeps the order of texts and items and merges adjacent texts', () => {
  const answer = read(
    text('Loo'),
    text('k:'),
    item(image),
    item(choice),
    text('', 'b'),
    text('Or ', 'b'),
    text('ask.', 'c'),
  )
  expect(answer.items).toEqual([{ type: 'text', text: 'Look:' }, image, choice, { type: 'text', text: 'Or ask.' }])
  expect(answer.text).toBe('Look:\n\nA lamp: https://a.example/lamp.png\n\n- Yes\n\nOr ask.')
  expect(answer.status).toBe('streaming')
})

test('counts items alone as an answer, which a later break interrupts', () => {
  expect(read(item(choice), { type: 'error', errorText: 'It broke.' }).status).toBe('interrupted')
  expect(read({ type: 'error', errorText: 'It broke.' }).status).toBe('failed')
})

test('ignores an empty piece of text', () => {
  expect(read(text('')).items).toEqual([])
})
