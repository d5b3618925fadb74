import { expect, test } from 'vitest'
import { linkPage } from './link-page.ts'

const look = { title: 'North & <light>', icon: '/media/agencies/"a"', css: ':root{--pl-canvas:#fee}' }

test('shows an agency’s name, icon and colours, escapes texts, and asks only with a button', () => {
  const page = linkPage({ language: 'ar', title: '<b>', text: 'a & b', button: 'OK' }, look)
  expect(page).toContain('lang="ar" dir="rtl"')
  expect(page).toContain('North &amp; &lt;light>')
  expect(page).toContain('src="/media/agencies/&quot;a&quot;"')
  expect(page).toContain(look.css)
  expect(page).toContain('<h1>&lt;b></h1>')
  expect(page).toContain('<form method="post"><button>OK</button></form>')
  const plain = linkPage({ language: 'en', title: 'T', text: 't' })
  expect(plain).not.toMatch(/<form|<header|<img/)
})
