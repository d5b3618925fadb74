import { expect, test } from 'vitest'
import { contrast } from '@parlance/contract/agents/theme'
import { cssVariables, dark, gray, green, iris, red, yellow } from './theme.ts'

const { light: day, dark: night } = cssVariables({} as Parameters<typeof cssVariables>[0])
const at = (variables: Record<string, string>, name: string) => variables[name] ?? ''

test.each([
  ['white on a filled button', '#ffffff', iris[6]],
  ['white on a filled danger button', '#ffffff', red[6]],
  ['quiet text on white', gray[6], '#ffffff'],
  ['quiet text on the sunken ground', gray[6], at(day, '--pl-sunken')],
  ['quiet text on the hover ground', gray[6], at(day, '--pl-hover')],
  ['accent text on its soft ground', at(day, '--pl-accent-text'), at(day, '--pl-accent-soft')],
  ['quiet text in the dark', dark[2], at(night, '--pl-surface')],
  ['placeholder in the dark', dark[3], dark[6]],
  ['accent text on its soft ground in the dark', at(night, '--pl-accent-text'), at(night, '--pl-accent-soft')],
  ['errors', at(day, '--mantine-color-error'), '#ffffff'],
  ['errors in the dark', at(night, '--mantine-color-error'), dark[7]],
  ['success', green[6], '#ffffff'],
  ['warnings', yellow[6], '#ffffff'],
])('%s reads at 4.5:1', (_what, text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each(['iris', 'gray', 'red', 'green', 'yellow'])('quiet %s badges read in both schemes', (name) => {
  for (const scheme of [day, night]) {
    const ground = at(scheme, `--mantine-color-${name}-light`)
    expect(contrast(at(scheme, `--mantine-color-${name}-light-color`), ground)).toBeGreaterThanOrEqual(4.5)
  }
})
