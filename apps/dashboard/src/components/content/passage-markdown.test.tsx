import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import PassageMarkdown from './passage-markdown.tsx'

test('renders headings of a quote as text and marks every search hit', () => {
  const pieces = (text: string) => text.split(/(lamp)/).map((part) => ({ text: part, hit: part === 'lamp' }))
  render(
    <MantineProvider>
      <PassageMarkdown text={'# The lamp\n\n- a **lamp** on a shelf'} pieces={pieces} />
    </MantineProvider>,
  )
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('listitem').textContent).toBe('a lamp on a shelf')
  expect([...document.querySelectorAll('mark')].map((mark) => mark.parentElement?.tagName)).toEqual(['P', 'STRONG'])
})
