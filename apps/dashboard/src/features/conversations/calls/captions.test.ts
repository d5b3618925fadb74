import type { ListenedMessage } from '@parlance/contract/voice/protocol'
import { expect, test } from 'vitest'
import { addCaption, type Caption } from './captions.ts'

test('grow while a speaker talks, and strike out what was not heard', () => {
  const told: ListenedMessage[] = [
    { t: 'agent', gen: 1, text: 'Hello.' },
    { t: 'user', text: 'when', final: false },
    { t: 'user', text: 'When do you open?', final: true },
    { t: 'agent', gen: 2, text: '' },
    { t: 'agent', gen: 2, text: 'We open at nine.' },
    { t: 'agent', gen: 2, text: 'We open at nine.', heard: 'We open' },
    { t: 'user', text: 'And on', final: false },
  ]
  const captions = told.reduce<readonly Caption[]>(addCaption, [])
  expect(captions.map(({ from, text, unheard }) => [from, text, unheard])).toEqual([
    ['agent', 'Hello.', ''],
    ['caller', 'When do you open?', ''],
    ['agent', 'We open', ' at nine.'],
    ['caller', 'And on', ''],
  ])
})
