import { expect, test } from 'vitest'
import { findFolded, foldLetters, withoutMarks } from './fold.ts'

test.each([
  ['Herr Weißmann', 'herr weissmann'],
  ['ÉCOLE Ångström Łódź Ærø', 'ecole angstrom lodz aero'],
  ['ﬁn e\u0301', 'fin e'],
])('folds %j', (text, folded) => expect(foldLetters(text)).toBe(folded))

test('keeps case but removes marks', () => expect(withoutMarks('Ünïcode')).toBe('Unicode'))

test.each([
  ['Herr Weißmann und Frau WEISSMANN', 'weissmann', ['Weißmann', 'WEISSMANN']],
  ['cafe\u0301, Café', 'cafe', ['cafe\u0301', 'Café']],
  ['Maß', 'as', ['aß']],
  ['anything', '', []],
  ['aaa', 'aa', ['aa']],
])('searches %j for %j', (text, wanted, hits) => expect(findFolded(text, wanted).map((hit) => hit.text)).toEqual(hits))
