import type { ComponentType } from 'react'

export const AGENCY_TABS = ['overview', 'domains', 'email', 'theme', 'customTabs', 'autoBilling', 'footer'] as const
export type AgencyTab = (typeof AGENCY_TABS)[number]

/** The default export of each is its content and uses `useAgencyDraft()`. */
export const TAB_PANELS: Partial<Record<AgencyTab, () => Promise<{ default: ComponentType }>>> = {
  overview: () => import('./overview/overview-tab.tsx'),
  domains: () => import('./domains/domains-tab.tsx'),
  email: () => import('./email/email-tab.tsx'),
  theme: () => import('./theme/theme-tab.tsx'),
  customTabs: () => import('./custom-tabs/custom-tabs-tab.tsx'),
  autoBilling: () => import('./auto-billing/auto-billing-tab.tsx'),
  footer: () => import('./footer/footer-tab.tsx'),
}

/** Custom tabs have their own full-width editor page. */
export const hasPreview = (tab: AgencyTab): boolean => tab !== 'customTabs'
