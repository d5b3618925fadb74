import { expect, test } from 'vitest'
import { firstLink, linksToTop } from './links.ts'

test.each([
  ['Open http://localhost:3000/verify-email?token=abc to go on', 'http://localhost:3000/verify-email?token=abc'],
  ['<https://example.com/a>', 'https://example.com/a'],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('%s', (text, link) => {
  expect(firstLink(text)).toBe(link)
})

test.each([
  [
    '<html><head lang="en"><title>x</title></head>',
    '<html><head lang="en"><base target="_top"><title>x</title></head>',
  ],
  ['<header>no head</header>', '<base target="_top"><header>no head</header>'],
])('links of %s leave the frame', (html, changed) => {
  expect(linksToTop(html)).toBe(changed)
})
