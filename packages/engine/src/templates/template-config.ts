// The configuration that each template starts an agent with.
import { DEFAULT_LANGUAGE, type Language } from '@parlance/contract/accounts/languages'
import type { AgentConfig, TemplateId } from '@parlance/contract/agents/schemas'
import { blankTemplate } from './blank-template.ts'
import { inWords, type Template as Graph } from './build.ts'
import { confirmEmail } from './confirm-email.ts'
import { customerSupport } from './customer-support.ts'
import { gameNpc } from './game-npc.ts'
import { healthCareAgent } from './health-care-agent.ts'
import { makeAppointment } from './make-appointment.ts'
import { realEstateAgent } from './real-estate-agent.ts'
import { WORDS } from './words/words.ts'

const GRAPHS: { readonly [Id in TemplateId]: Graph<Id> } = {
  'customer-support': customerSupport,
  'real-estate-agent': realEstateAgent,
  'health-care-agent': healthCareAgent,
  'confirm-email': confirmEmail,
  'make-appointment': makeAppointment,
  'blank-template': blankTemplate,
  'game-npc': gameNpc,
}

/**
 * What a template sets, fresh on every call, with its texts in `lang`, English without one; the name comes from the person, the
 * rest from the defaults of a new agent. Where a language is given, the chat around these texts follows the visitor's browser.
 */
export const templateConfig = <Id extends TemplateId>(id: Id, lang?: Language): Partial<AgentConfig> => {
  const words = lang ?? DEFAULT_LANGUAGE
  return {
    agentPlatform: 'vg',
    ...(lang && { lang: 'auto' }),
    unavailableMessage: WORDS[words].unavailable,
    ...inWords(GRAPHS[id], WORDS[words][id], words),
    enableNodes: true,
  }
}
