import { expect, test } from 'vitest'
import { textsIn } from './texts.ts'

const CATALOGUE = {
  common: { close: 'Close', file_one: '{{count}} file', file_other: '{{count}} files' },
  area: { title: 'Agent', tabs: { kb: 'Knowledge', voice: 'Voice' }, share: { title: 'Share' } },
}

test.each([
  ["t('common.close')", { common: { close: 'Close' } }],
  ["t('common.file', { count })", { common: { file_one: '{{count}} file', file_other: '{{count}} files' } }],
  ['t(`area.tabs.${key}`)', { area: { tabs: CATALOGUE.area.tabs } }],
  ['t(`area.${key}.title`)', { area: CATALOGUE.area }],
  ["[t('area.title'), t('area.share.title')]", { area: { title: 'Agent', share: { title: 'Share' } } }],
  ["const KEY = 'area.tabs'", { area: { tabs: CATALOGUE.area.tabs } }],
  ["t('area.tabs.kb'); t(`area.tabs.${x}`); t('area.tabs.voice')", { area: { tabs: CATALOGUE.area.tabs } }],
  ["t('area.gone.title'); import './area.ts'; 'common'", {}],
])('%s', (code, texts) => {
  const before = structuredClone(CATALOGUE)
  expect(textsIn(code, CATALOGUE)).toEqual(texts)
  expect(CATALOGUE).toEqual(before)
})
