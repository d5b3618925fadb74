import { z } from 'zod'
import { customIssue, rule } from '../lib/rules.ts'
import { msg } from '@parlance/i18n/messages'
import { oneLine } from '../lib/text.ts'
import { isFrameUrl, MAX_CUSTOM_TABS, MAX_TAB_HTML, MAX_TAB_JS, tabHrefProblem, tabPath } from './tab-rules.ts'

export const PAGE_TYPES = ['html', 'iframe'] as const

const MAX_ALL_TABS = 500_000

export const CustomTab = z.object({
  label: z.string(),
  href: z.string(),
  iconUrl: z.string(),
  pageType: z.enum(PAGE_TYPES),
  htmlContent: z.string(),
  jsContent: z.string(),
  iframeUrl: z.string(),
  alwaysVisible: z.boolean(),
})
export type CustomTab = z.infer<typeof CustomTab>

export const CustomTabEntry = CustomTab.pick({ label: true, href: true, iconUrl: true, alwaysVisible: true })
export type CustomTabEntry = z.infer<typeof CustomTabEntry>

const TabIcon = z
  .string()
  .max(200)
  .refine(
    (url) => url === '' || /^\/media\/agencies\/[a-z]+\/[A-Za-z0-9]{20}\.webp$/.test(url),
    rule('tab_icon_upload'),
  )

const TabInput = z.strictObject({
  label: z.string().overwrite(oneLine).trim().min(1, rule('tab_label_required')).max(40),
  href: z.string().max(100),
  iconUrl: TabIcon.default(''),
  pageType: z.enum(PAGE_TYPES).default('html'),
  htmlContent: z.string().max(MAX_TAB_HTML).default(''),
  jsContent: z.string().max(MAX_TAB_JS).default(''),
  iframeUrl: z.string().trim().max(2000).default(''),
  alwaysVisible: z.boolean().default(false),
})

export const CustomTabsInput = z
  .array(TabInput)
  .max(MAX_CUSTOM_TABS)
  .superRefine((tabs, context) => {
    for (const [index, tab] of tabs.entries()) {
      const problem = tabHrefProblem(
        tab.href,
        tabs.slice(0, index).map(({ href }) => href),
      )
      if (problem) context.addIssue(customIssue(msg(problem), [index, 'href']))
      if (tab.pageType === 'iframe' && !isFrameUrl(tab.iframeUrl))
        context.addIssue(customIssue(msg('tab_frame_url'), [index, 'iframeUrl']))
    }
    const size = tabs.reduce((sum, { htmlContent, jsContent }) => sum + htmlContent.length + jsContent.length, 0)
    if (size > MAX_ALL_TABS) context.addIssue(customIssue(msg('tabs_too_large')))
  })
  .transform((tabs) => tabs.map((tab) => ({ ...tab, href: tabPath(tab.href) })))
