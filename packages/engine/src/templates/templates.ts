// The seven templates of the New Agent drawer; their configurations are in template-config.ts.
import type { TemplateId } from '@parlance/contract/agents/schemas'
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

/** In the drawer's order; the tab All Templates shows all. */
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
