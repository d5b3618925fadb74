// The initial configuration of each template.
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
 * A template's fields with texts in `lang` (English by default), a fresh copy on every call; the user provides the
 * name, the schema the rest. With a language, the chat around these texts follows the visitor's browser.
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

/**
 * A named agent from a template; its instructions include the name, and whose agent it is: that of `business`, when
 * known.
 */
export function startOf(
  id: TemplateId,
  title: string,
  lang?: Language,
  business?: string,
): Partial<AgentConfig> & { title: string } {
  const config = templateConfig(id, lang)
  const prompt = config.vg_systemPrompt ?? ''
  return {
    ...config,
    title,
    vg_systemPrompt: business ? employed(oneLine(business), prompt) : introduced(oneLine(title), prompt),
  }
}

const oneLine = (name: string): string => name.trim().replaceAll(/\s+/g, ' ')

/** «You are the assistant …» becomes «You are Ada, the assistant …»; a game character keeps its name. */
function introduced(name: string, prompt: string): string {
  const role = /^You are (?=an? |the )/.exec(prompt)?.[0]
  if (role) return `${role}${name}, ${prompt.slice(role.length)}`
  return prompt.startsWith('You are ') ? prompt : `You are ${name}. ${prompt}`
}

/** «… the agent of a company» becomes «… the agent of Lumen», «… of a practice» becomes «… of Lumen, a practice». */
function employed(business: string, prompt: string): string {
  const role = /^You are (?:an? |the )[^.,]+/.exec(prompt)?.[0]
  if (!role) return prompt.startsWith('You are ') ? prompt : `You are the assistant of ${business}. ${prompt}`
  const [post = role, trade = 'a company'] = role.split(/ of (?=an? )/)
  return `${post} of ${business}${trade === 'a company' ? '' : `, ${trade}`}${prompt.slice(role.length)}`
}
