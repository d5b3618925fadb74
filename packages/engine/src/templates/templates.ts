// The seven templates of the New Agent drawer: how they are shown, and the configuration each one starts an agent with.
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
import { WORDS } from './words.ts'

export const TEMPLATE_CATEGORIES = ['Customer Support', 'Utility', 'Entertainment'] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]
export const DEFAULT_TEMPLATE: TemplateId = 'blank-template'

export interface Template {
  readonly id: TemplateId
  readonly name: string
  readonly description: string
  /** Name of a Tabler icon. */
  readonly icon: string
  readonly category: TemplateCategory
}

/** In the order of the drawer; the tab All Templates shows them all. */
export const TEMPLATES: readonly Template[] = [
  {
    id: 'customer-support',
    name: 'Customer Support',
    description: 'Answers from your knowledge, solves problems step by step and hands hard cases to a person.',
    icon: 'headset',
    category: 'Customer Support',
  },
  {
    id: 'real-estate-agent',
    name: 'Real Estate Agent',
    description: 'Learns what people look for, suggests matching properties and arranges viewings.',
    icon: 'building-estate',
    category: 'Customer Support',
  },
  {
    id: 'health-care-agent',
    name: 'Health Care Agent',
    description: 'The front desk of a practice: information, appointment requests and call backs, no medical advice.',
    icon: 'stethoscope',
    category: 'Customer Support',
  },
  {
    id: 'confirm-email',
    name: 'Confirm Email',
    description: 'Asks for an e-mail address, checks it, repeats it back and takes corrections.',
    icon: 'mail-check',
    category: 'Utility',
  },
  {
    id: 'make-appointment',
    name: 'Make Appointment',
    description: 'Collects name, date, time and e-mail, and has them confirmed before passing them on.',
    icon: 'calendar-plus',
    category: 'Utility',
  },
  {
    id: 'blank-template',
    name: 'Blank Template',
    description: 'One start step and a short prompt: build your own from here.',
    icon: 'file',
    category: 'Utility',
  },
  {
    id: 'game-npc',
    name: 'Game NPC',
    description: 'An innkeeper with moods, rumours and a secret: a character for games and stories.',
    icon: 'sword',
    category: 'Entertainment',
  },
]

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
 * What a template sets, fresh on every call, with all that visitors read in a language; the name comes from the person, the
 * rest from the defaults of a new agent.
 */
export const templateConfig = <Id extends TemplateId>(
  id: Id,
  lang: Language = DEFAULT_LANGUAGE,
): Partial<AgentConfig> => ({
  agentPlatform: 'vg',
  lang,
  unavailableMessage: WORDS[lang].unavailable,
  ...inWords(GRAPHS[id], WORDS[lang][id], lang),
  enableNodes: true,
})
