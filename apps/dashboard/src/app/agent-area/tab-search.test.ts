import { expect, test } from 'vitest'
import { exactPlace, findPlaces, matchOf, placeOnEnter } from './tab-search.ts'

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
const exact = (text: string) => exactPlace(findPlaces(PLACES, text))?.id
const onEnter = (text: string) => placeOnEnter(findPlaces(PLACES, text))?.id

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
  ['Knowledge', 'kb'],
  [' KNOWLEDGE ', 'kb'],
  ['sources', 'kb'],
  ['voice library', 'voice?tab=voiceLibrary'],
  ['voicelibrary', 'voice?tab=voiceLibrary'],
  ['security', 'settings?tab=security'],
  ['voice advanced', 'voice?tab=advanced'],
  ['core', 'settings?tab=core'],
])('«%s» is exactly %s', (text, id) => {
  expect(exact(text)).toBe(id)
  expect(onEnter(text)).toBe(id)
})

test.each([
  ['a beginning that several names share', 'se'],
  ['half a name', 'know'],
  ['a typo', 'knowlege'],
  ['a letter too few', 'setings'],
  ['a name that two places have', 'advanced'],
  ['nothing', ''],
  ['blanks', '   '],
  ['something else', 'zzzzqqq'],
])('does not jump by itself: %s', (_, text) => {
  expect(exact(text)).toBeUndefined()
})

test('suggests both places of one name, the tab first', () => {
  expect(ids('advanced').slice(0, 2)).toEqual(['settings?tab=advanced', 'voice?tab=advanced'])
})
test('suggests at most five, best first', () => {
  const many = Array.from({ length: 20 }, (_, index) => place(`p${index}`, `Part ${index}`))
  const found = findPlaces(many, 'part 1')
  expect(found).toHaveLength(5)
  expect(found[0]?.place.id).toBe('p1')
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a))
})
const AREA = [
  place('overview', 'Design', 'look', 'theme', 'greeting'),
  place('nodes', 'Prompt', 'instructions', 'steps', 'system prompt'),
  place('kb', 'Knowledge', 'sources', 'documents'),
  place('tests', 'Tests', 'evaluations', 'checks'),
  place('convos', 'Chats', 'conversations', 'inbox', 'messages'),
  place('analytics', 'Analytics', 'statistics', 'charts'),
  place('settings', 'Settings', 'options', 'preferences'),
  place('security', 'Security', 'Settings Security', 'allowed sites', 'domains'),
  place('settings?tab=analytics', 'Analytics', 'Settings Analytics', 'country'),
]
test.each([
  // Missing places are not replaced by others with some common letters.
  ['campaigns', []],
  ['notifications', []],
  ['metrics', []],
  ['zzzzqqq', []],
  // An exact label first, then synonyms; typos only when nothing else matches.
  ['analytics', ['analytics', 'settings?tab=analytics']],
  ['chats', ['convos']],
  ['knowlege', ['kb']],
  ['setings', ['settings', 'security', 'settings?tab=analytics']],
  ['domain', ['security']],
  ['sites', ['security']],
  ['sett', ['settings', 'security', 'settings?tab=analytics']],
  ['prompt', ['nodes']],
])('«%s» offers %j', (text, offered) => {
  expect(findPlaces(AREA, text).map(({ place: { id } }) => id)).toEqual(offered)
})

const LANGUAGES = [
  place('kb', 'Wissen', 'Quellen', 'Wissensdatenbank'),
  place('security', 'Sicherheit', 'geheimer Schlüssel'),
  place('settings', 'Paramètres', 'préférences', 'réglages'),
  place('campaigns', 'Campañas', 'salientes'),
  place('analytics', 'التحليلات', 'إحصاءات'),
  place('language', 'Português', 'tradução'),
]
test.each([
  ['wissen', 'kb', 'exact'],
  ['datenbank', 'kb', 'typed'],
  ['schlussel', 'security', 'typed'],
  ['Sicherhiet', 'security', 'typo'],
  ['parametres', 'settings', 'exact'],
  ['reglage', 'settings', 'typed'],
  ['campanas', 'campaigns', 'exact'],
  ['تحليلات', 'analytics', 'typed'],
  ['احصاءات', 'analytics', 'exact'],
  ['portugues', 'language', 'exact'],
  ['traducoa', 'language', 'typo'],
])('«%s» finds %s alone in other languages: %s', (text, id, how) => {
  const found = findPlaces(LANGUAGES, text)
  expect(found.map((one) => one.place.id)).toEqual([id])
  expect(exactPlace(found)?.id).toBe(how === 'exact' ? id : undefined)
  expect(placeOnEnter(found)?.id).toBe(how === 'typo' ? undefined : id)
})

test.each([
  ['half a name', 'know', 'kb'],
  ['a typo', 'knowlege', undefined],
  ['a name that two places have', 'advanced', undefined],
])('Enter on %s leads only to what clearly matches', (_, text, id) => {
  expect(onEnter(text)).toBe(id)
})
test('counts only an exact name as a strong match', () => {
  const match = (text: string) => findPlaces(PLACES, text)[0]?.match
  expect(['chats', 'chat', 'chst', 'library'].map(match)).toEqual(['strong', 'good', undefined, 'good'])
  expect(['knowledge', 'know', 'knowlege', 'ledge'].map(match)).toEqual(['strong', 'good', 'possible', 'possible'])
})
