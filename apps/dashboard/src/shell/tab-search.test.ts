import { expect, test } from 'vitest'
import { findPlaces, matchOf, scoreOf, surePlace } from './tab-search.ts'

const place = (id: string, ...names: string[]) => ({ id, names })
const PLACES = [
  place('overview', 'Design'),
  place('kb', 'Knowledge', 'Sources'),
  place('convos', 'Chats'),
  place('settings', 'Settings'),
  place('settings?tab=core', 'Core', 'Settings Core'),
  place('settings?tab=security', 'Security', 'Settings Security'),
  place('settings?tab=advanced', 'Advanced', 'Settings Advanced'),
  place('voice?tab=voiceLibrary', 'Voice library', 'Voice Voice library'),
  place('voice?tab=advanced', 'Advanced', 'Voice Advanced'),
]
const ids = (text: string) => findPlaces(PLACES, text).map((found) => found.place.id)
const sure = (text: string) => surePlace(findPlaces(PLACES, text))?.id

test.each([
  [0.81, 'strong'],
  [0.8, 'good'],
  [0.61, 'good'],
  [0.6, 'possible'],
  [0.31, 'possible'],
  [0.3, 'possible'],
  [0.29, undefined],
])('a score of %d is %s', (score, label) => {
  expect(matchOf(score)).toBe(label)
})

test.each([
  ['knowlege', 'kb'],
  ['Knowledge', 'kb'],
  [' KNOWLEDGE ', 'kb'],
  ['sources', 'kb'],
  ['voice library', 'voice?tab=voiceLibrary'],
  ['voicelibrary', 'voice?tab=voiceLibrary'],
  ['setings', 'settings'],
  ['security', 'settings?tab=security'],
  ['voice advanced', 'voice?tab=advanced'],
  ['core', 'settings?tab=core'],
])('«%s» surely means %s', (text, id) => {
  expect(sure(text)).toBe(id)
})

test.each([
  ['a beginning that several names share', 'se'],
  ['half a name', 'know'],
  ['a name that two places have', 'advanced'],
  ['nothing', ''],
  ['blanks', '   '],
  ['something else', 'zzzzqqq'],
])('does not jump by itself: %s', (_, text) => {
  expect(sure(text)).toBeUndefined()
})

test('suggests both places of one name, the part named first', () => {
  expect(ids('advanced').slice(0, 2)).toEqual(['settings?tab=advanced', 'voice?tab=advanced'])
})
test('never more than five, best first', () => {
  const many = Array.from({ length: 20 }, (_, index) => place(`p${index}`, `Part ${index}`))
  const found = findPlaces(many, 'part 7')
  expect(found).toHaveLength(5)
  expect(found[0]?.place.id).toBe('p7')
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
})
test('nothing is found for letters no name has', () => {
  expect(ids('zzzzqqq')).toEqual([])
})
test('the whole name scores 1, half of it less', () => {
  expect(scoreOf('chats', 'chats', 0)).toBe(1)
  expect(scoreOf('know', 'knowledge', 0)).toBeCloseTo(0.722, 2)
  expect(scoreOf('', '', 0)).toBe(0.5)
})
