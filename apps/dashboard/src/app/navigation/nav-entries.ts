// The side navigation's entries.
import type { Region } from '@parlance/contract/lib/regions'
import {
  IconBrandMeta,
  IconBrandWhatsapp,
  IconBuilding,
  IconBuildingStore,
  IconFunction,
  IconHistory,
  IconInbox,
  IconKey,
  IconPhone,
  IconPlug,
  IconRobot,
  IconSpider,
  IconTool,
  IconUsersGroup,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { paths, type Target } from '../../lib/paths.ts'

export interface NavLink {
  key:
    | 'inbox'
    | 'agents'
    | 'functions'
    | 'metaPages'
    | 'whatsappNumbers'
    | 'twilioNumbers'
    | 'automations'
    | 'events'
    | 'sessions'
    | 'agency'
    | 'clients'
    | 'credentials'
  icon: Icon
  target: (region: Region) => Target
}
export interface NavGroup {
  key: 'integrations' | 'utilities' | 'whitelabel'
  icon: Icon
  children: readonly NavLink[]
}
export type NavEntry = NavLink | NavGroup

export const NAV: readonly NavEntry[] = [
  { key: 'inbox', icon: IconInbox, target: paths.inbox },
  { key: 'agents', icon: IconRobot, target: paths.agents },
  {
    key: 'integrations',
    icon: IconPlug,
    children: [
      { key: 'functions', icon: IconFunction, target: paths.functions },
      { key: 'metaPages', icon: IconBrandMeta, target: paths.metaPages },
      { key: 'whatsappNumbers', icon: IconBrandWhatsapp, target: paths.whatsappNumbers },
      { key: 'twilioNumbers', icon: IconPhone, target: paths.twilioNumbers },
    ],
  },
  {
    key: 'utilities',
    icon: IconTool,
    children: [
      { key: 'automations', icon: IconSpider, target: paths.automations },
      { key: 'events', icon: IconWebhook, target: paths.events },
      { key: 'sessions', icon: IconHistory, target: paths.sessions },
    ],
  },
  {
    key: 'whitelabel',
    icon: IconBuildingStore,
    children: [
      { key: 'agency', icon: IconBuilding, target: (region) => paths.agency(region) },
      { key: 'clients', icon: IconUsersGroup, target: paths.clients },
    ],
  },
  { key: 'credentials', icon: IconKey, target: paths.credentials },
]
