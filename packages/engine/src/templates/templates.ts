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
import { WORDS } from './words/words.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

export const TEMPLATE_CATEGORIES = ['Customer Support', 'Utility', 'Entertainment'] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]
export const DEFAULT_TEMPLATE: TemplateId = 'blank-template'

export interface Template {
  readonly id: TemplateId
  readonly name: MessageDescriptor
  readonly description: MessageDescriptor
  /** Name of a Tabler icon. */
  readonly icon: string
  readonly category: TemplateCategory
}

/** In the order of the drawer; the tab All Templates shows them all. */
export const TEMPLATES: readonly Template[] = [
  {
    id: 'customer-support',
    name: msg('template_support_name'),
    description: msg('template_support_description'),
    icon: 'headset',
    category: 'Customer Support',
  },
  {
    id: 'real-estate-agent',
    name: msg('template_real_estate_name'),
    description: msg('template_real_estate_description'),
    icon: 'building-estate',
    category: 'Customer Support',
  },
  {
    id: 'health-care-agent',
    name: msg('template_health_name'),
    description: msg('template_health_description'),
    icon: 'stethoscope',
    category: 'Customer Support',
  },
  {
    id: 'confirm-email',
    name: msg('template_email_name'),
    description: msg('template_email_description'),
    icon: 'mail-check',
    category: 'Utility',
  },
  {
    id: 'make-appointment',
    name: msg('template_appointment_name'),
    description: msg('template_appointment_description'),
    icon: 'calendar-plus',
    category: 'Utility',
  },
  {
    id: 'blank-template',
    name: msg('template_blank_name'),
    description: msg('template_blank_description'),
    icon: 'file',
    category: 'Utility',
  },
  {
    id: 'game-npc',
    name: msg('template_npc_name'),
    description: msg('template_npc_description'),
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
