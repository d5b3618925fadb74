import { expect, test } from 'vitest'
import { fill } from './legal.ts'

const operator = { name: 'Lumen Ltd', address: '', email: 'a@lumen.test', country: '' }

test('replaces placeholders by settings, and keeps unknown ones', () => {
  expect(fill('{operator}, {email}, {other}', { operator })).toBe(
    'Lumen Ltd, [a@lumen.test](mailto:a@lumen.test), {other}',
  )
})

test('leaves no gap for missing settings', () => {
  const text =
    'Run by {operator}.\n\nIt is {name}.\n\n{address}\n\nAsk {contact}: {email}.\n\nOr {contact}.\n\n- In {country}\n- Here'
  expect(fill(text, { operator })).toBe(
    'Run by Lumen Ltd.\n\nIt is Lumen Ltd.\n\nAsk [a@lumen.test](mailto:a@lumen.test): [a@lumen.test](mailto:a@lumen.test).\n\nOr [a@lumen.test](mailto:a@lumen.test).\n\n- Here',
  )
  const nobody = { name: '', address: '', email: '', country: '' }
  expect(fill(text, { operator: nobody })).toBe('- Here')
  expect(fill('# Page\n\n## Us\n\n{operator}\n\n### Where\n\n{address}\n\n## More\n\nText', { operator: nobody })).toBe(
    '# Page\n\n## More\n\nText',
  )
})
