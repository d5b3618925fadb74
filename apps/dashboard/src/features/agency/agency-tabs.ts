// The tabs of the agency screen, in the order by which `activeTabIndex` counts them.
import type { ComponentType } from 'react'

export const AGENCY_TABS = ['overview', 'domains', 'email', 'theme', 'customTabs', 'autoBilling', 'footer'] as const
export type AgencyTab = (typeof AGENCY_TABS)[number]

/** Each exports its content, which reads `useAgencyDraft()`, as default. */
export const TAB_PANELS: Partial<Record<AgencyTab, () => Promise<{ default: ComponentType }>>> = {
  overview: () => import('./overview/overview-tab.tsx'),
  domains: () => import('./domains/domains-tab.tsx'),
  email: () => import('./email/email-tab.tsx'),
  theme: () => import('./theme/theme-tab.tsx'),
  customTabs: () => import('./custom-tabs/custom-tabs-tab.tsx'),
  autoBilling: () => import('./auto-billing/auto-billing-tab.tsx'),
  footer: () => import('./footer/footer-tab.tsx'),
}

/** These tabs need the full width and change no page, so they have no preview. */
export const hasPreview = (tab: AgencyTab): boolean => tab !== 'customTabs' && tab !== 'email' && tab !== 'autoBilling'
