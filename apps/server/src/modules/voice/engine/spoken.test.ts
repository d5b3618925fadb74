import { expect, it } from 'vitest'
import { spokenText } from './spoken.ts'

it.each([
  ['+49 30 1234567', '4 9, 3 0, 1 2 3 4 5 6 7'],
  ['030 1234567', '0 3 0, 1 2 3 4 5 6 7'],
  ['555-123-4567', '5 5 5, 1 2 3, 4 5 6 7'],
  ['612 345 678', '6 1 2, 3 4 5, 6 7 8'],
])('spells the phone number %s', (text, spoken) => expect(spokenText(text)).toBe(spoken))

it.each([
  '12/05/2026',
  '01/02/2026 - 05/02/2026',
  '2026-03-01',
  '2026-03-01 10:30',
  '2026-03-01T10:30:00',
  '1995-2005',
  '1995 - 2005',
  '10 000 000',
  '1 234 567 890',
  '250 000 000',
  '12345678',
])('does not spell %s', (text) => expect(spokenText(text)).toBe(text))
