import { tabsOf } from '@parlance/contract/agents/tabs'
import { expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { AGENT_TABS, SETTINGS_PAGES, VOICE_PAGES } from '../../lib/paths.ts'
import { tabSearchEntriesOf } from './tab-search-entries.ts'
import { exactPlace, findPlaces } from './tab-search.ts'

const t = i18n.t.bind(i18n)
const places = (agentPlatform: 'vg' | 'vf') =>
  tabSearchEntriesOf(tabsOf({ agent: { agentPlatform, enableNodes: true }, viewer: 'owner', built: AGENT_TABS }), t)
const best = (text: string, platform: 'vg' | 'vf' = 'vg') => findPlaces(places(platform), text)[0]?.place.id
const exact = (text: string) => exactPlace(findPlaces(places('vg'), text))?.id

test.each(SETTINGS_PAGES.map((key) => [key]))('finds the settings page %s by its name', (key) => {
  expect(findPlaces(places('vg'), t(`area.settings.${key}`)).map(({ place }) => place.id)).toContain(
    `settings?tab=${key}`,
  )
})
test.each(VOICE_PAGES.map((key) => [key]))('finds the voice page %s by its name', (key) => {
  expect(findPlaces(places('vg'), t(`area.voice.${key}`)).map(({ place }) => place.id)).toContain(`voice?tab=${key}`)
})
test.each([
  ['voice library', 'voice?tab=voiceLibrary'],
  ['voice channel', 'channels/voice'],
  ['speech', 'voice?tab=speechGen'],
  ['settings advanced', 'settings?tab=advanced'],
  ['custom css', 'settings?tab=advanced'],
  ['whatsapp', 'channels'],
  ['inbox', 'convos'],
  ['prompt', 'nodes'],
])('«%s» leads to %s by itself', (text, id) => {
  expect(exact(text)).toBe(id)
})
test('finds a tab despite a typo, but does not open it', () => {
  expect([best('knowlege'), exact('knowlege')]).toEqual(['kb', undefined])
})
test('does not find what agents of another platform lack', () => {
  expect(places('vf').map(({ id }) => id)).not.toContain('voice?tab=voiceLibrary')
  expect(best('knowledge', 'vf')).not.toBe('kb')
})
