import { expect, test } from 'vitest'
import { markCitations } from './citation-links.ts'

const text = (value: string) => ({ type: 'text', value })
const element = (tagName: string, value: string) => ({ type: 'element', tagName, children: [text(value)] })

test('known numbers become citations; code, links and other numbers stay', () => {
  const tree = {
    type: 'root',
    children: [
      {
        type: 'element',
        tagName: 'p',
        children: [text('Nine [1, 2] or ten [7]'), element('code', 'x[1]'), element('a', '[1]')],
      },
    ],
  }
  markCitations(new Set([1, 2]))(tree)
  const cite = (n: string) => ({ type: 'element', tagName: 'cite', properties: {}, children: [text(n)] })
  expect(tree.children[0]?.children).toEqual([
    text('Nine'),
    cite('1'),
    cite('2'),
    text(' or ten [7]'),
    element('code', 'x[1]'),
    element('a', '[1]'),
  ])
})
