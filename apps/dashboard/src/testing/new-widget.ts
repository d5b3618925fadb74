// `virtual:new-widget`, which the build computes.
import { newWidgetConfig, newWidgetWords } from '@parlance/engine/agents/new-widget'

const start = (platform: 'vg' | 'vf') => ({ config: newWidgetConfig(platform), words: newWidgetWords(platform) })

export default { vg: start('vg'), vf: start('vf') }
