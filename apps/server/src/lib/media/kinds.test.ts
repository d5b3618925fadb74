import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FILE_MIMES, fileKind } from './kinds.ts'
import { ACCEPTED_FILES } from '@parlance/contract/files/limits'

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const PNG = latin('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0001\0\0\0\u0001\u0008\u0006\0\0\0')
const HUGE = latin('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u00ff\u00ff\0\0\0\u0001\u0008\u0006\0\0\0')
const le = (value: number, bytes: number) =>
  String.fromCharCode(...Array.from({ length: bytes }, (_, index) => (value >> (8 * index)) & 255))
function zip(names: readonly string[], comment = '') {
  const local = names.map((name) => `PK\u0003\u0004${'\0'.repeat(22)}${le(name.length, 2)}\0\0${name}`).join('')
  const entries = names.map((name) => `PK\u0001\u0002${'\0'.repeat(24)}${le(name.length, 2)}${'\0'.repeat(16)}${name}`)
  const directory = entries.join('')
  const count = le(names.length, 2)
  return latin(
    `${local}${directory}PK\u0005\u0006\0\0\0\0${count}${count}${le(directory.length, 4)}${le(local.length, 4)}${le(comment.length, 2)}${comment}`,
  )
}
const TYPES = '[Content_Types].xml'
const DOCX = zip([TYPES, 'word/document.xml'])

test('offers every kind in a picker', () =>
  expect(new Set(ACCEPTED_FILES.split(','))).toEqual(
    new Set([...Object.keys(FILE_MIMES), 'jpeg'].map((kind) => `.${kind}`)),
  ))

describe('detects a file’s kind', () => {
  test.each([
    ['a picture, whatever it is called', PNG, 'letter.pdf', 'png'],
    ['a PDF', latin('%PDF-1.7\n'), 'x', 'pdf'],
    ['text', new TextEncoder().encode('Grüße,\r\n\tAda\f'), 'Note.TXT ', 'txt'],
    ['HTML that is called text is text', latin('<script>alert(1)</script>'), 'a.txt', 'txt'],
    ['a letter', DOCX, 'a.docx', 'docx'],
    ['a letter with a comment behind it', zip([TYPES, 'word/document.xml'], 'PK\u0005\u0006 said nobody'), 'a', 'docx'],
    ['a sheet', zip(['xl/workbook.xml', TYPES]), 'a.docx', 'xlsx'],
  ])('%s', (_, bytes, name, kind) => expect(fileKind(bytes, name)).toBe(kind))

  test.each([
    ['nothing', latin(''), 'a.txt'],
    ['a picture too large to be drawn', HUGE, 'a.png'],
    ['HTML', latin('<!doctype html><title>x</title>'), 'a.html'],
    ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg'],
    ['text without its ending', latin('hello'), 'a.csv'],
    ['a program called text', latin('MZ\u0090\0\u0003'), 'a.txt'],
    ['bytes that are no UTF-8 called text', latin('caf\u00e9'), 'a.txt'],
    ['a zip', zip(['a.txt']), 'a.docx'],
    ['a letter with macros', zip([TYPES, 'word/document.xml', 'word/vbaProject.bin']), 'a.docx'],
    ['letter and sheet at once', zip([TYPES, 'word/document.xml', 'xl/workbook.xml']), 'a.docx'],
    ['a letter without its types', zip(['word/document.xml']), 'a.docx'],
    ['a letter cut off', DOCX.subarray(0, DOCX.length - 30), 'a.docx'],
    ['a PDF behind something else', latin('<html>%PDF-1.7'), 'a.pdf'],
  ])('%s is not taken', (_, bytes, name) => expect(fileKind(bytes, name)).toBeUndefined())

  test('never throws, and never returns an unlisted kind', () => {
    const cutAnywhere = fc
      .tuple(fc.constantFrom(DOCX, PNG), fc.nat(200), fc.nat(200), fc.nat(255))
      .map(([bytes, end, at, value]) =>
        Uint8Array.from(bytes.subarray(0, end), (byte, index) => (index === at ? value : byte)),
      )
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), cutAnywhere), fc.string(), (bytes, name) => {
        const kind = fileKind(bytes, name)
        if (kind !== undefined) expect(Object.keys(FILE_MIMES)).toContain(kind)
      }),
    )
  })
})
