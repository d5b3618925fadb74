import { expect, test } from 'vitest'
import { decodeText, pageCharset } from './decode-text.ts'

const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

test('reads a table that Excel saved in code page 1252', () => {
  expect(decodeText(latin1('Name;E-Mail\r\nJ\xF6rn Gr\xFCn;joern@example.org\r\n'))).toBe(
    'Name;E-Mail\nJörn Grün;joern@example.org\n',
  )
})

test('reads a page in the charset that its meta tag declares', () => {
  const head = latin1('<html><head><meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>')
  const bytes = Uint8Array.from([...head, 0x89, 0x63, 0x8b, 0xc6])
  expect(decodeText(bytes, pageCharset(bytes))).toContain('営業')
})

test('keeps a short text with one stray NUL', () => {
  expect(decodeText(latin1('Shop hours\0: Tuesday'))).toBe('Shop hours: Tuesday')
})

test('refuses binary data', () => {
  expect(decodeText(Uint8Array.from({ length: 64 }, (_, i) => i % 9))).toBeUndefined()
})
