import { z } from 'zod'
import { rule } from '../lib/rules.ts'
import { CustomTab, CustomTabsInput } from './custom-tabs.ts'
import { agencyLookInput } from './look.ts'
import { DEFAULT_AGENCY_FONT } from './look-values.ts'
import { THEME_COLOR_USAGES, THEME_VARIANTS } from './theme.ts'
import { isWebAddress } from './web-address.ts'

const text = (max: number) => z.string().trim().max(max)
const WebAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => value === '' || isWebAddress(value), rule('url_scheme_invalid'))

export const FooterLink = z.object({ label: z.string(), href: z.string() })
export type FooterLink = z.infer<typeof FooterLink>
export const MAX_FOOTER_LINKS = 6

export const AgencySettings = z.object({
  disablePasswordLogin: z.boolean().default(false),
  hideAccountExistence: z.boolean().default(false),
  /** Whether the product's name is shown: the powered-by line, its tooltip and links to pricing. */
  showPricing: z.boolean().default(true),
  /** The copyright line; the year and the agency's name when empty. */
  footerText: z.string().default(''),
  footerLinks: z.array(FooterLink).default([]),
})
export type AgencySettings = z.infer<typeof AgencySettings>

export const EMAIL_DOMAIN_STATUSES = ['not_started', 'pending', 'verified', 'failure', 'temporary_failure'] as const

/** Written only by the server: claimed and verified domains and mail domain. */
export const AgencyDomains = z.object({
  VGsubDomain: z.string().default(''),
  isVerifiedSubDomain: z.boolean().default(false),
  customDomain: z.string().default(''),
  isVerifiedCustomDomain: z.boolean().default(false),
  customDomainConfig: z.record(z.string(), z.unknown()).nullable().default(null),
  resendEmailDomain: z.string().default(''),
  resendEmailDomainId: z.string().default(''),
  resendEmailDomainStatus: z.enum(EMAIL_DOMAIN_STATUSES).default('not_started'),
  resendEmailDomainRecords_JSON_STRING: z.string().default(''),
})
export type AgencyDomains = z.infer<typeof AgencyDomains>

export const AgencyProfile = z.object({
  name: z.string().default('Your Awesome Agency'),
  squarePhotoURL: z.string().default(''),
  darkModeSquarePhotourl: z.string().default(''),
  /** Markdown. */
  brandingText: z.string().default('AI agents that answer your customers.'),
  settings: AgencySettings.prefault({}),
  mainWebsite: z.string().default(''),
  supportEmail: z.string().default(''),
  tosPage: z.string().default(''),
  privacyPolicypPage: z.string().default(''),
  address: z.string().default(''),
  themeVariant: z.enum(THEME_VARIANTS).default('default'),
  themeColorUsage: z.enum(THEME_COLOR_USAGES).default('plain'),
  googleFont: z.string().default(DEFAULT_AGENCY_FONT),
  customThemeJSONString: z.string().default(''),
  secondaryColorHex: z.string().default(''),
  customCSS: z.string().default(''),
  customTabs: z.array(CustomTab).default([]),
  ...AgencyDomains.shape,
})
export type AgencyProfile = z.infer<typeof AgencyProfile>

export const Agency = AgencyProfile.extend({
  ID: z.string(),
  userId: z.string(),
  /** Empty for members below admin. */
  secret: z.string(),
  /** Unix seconds. */
  createdAt: z.number().int(),
  lastModified: z.number().int(),
})
export type Agency = z.infer<typeof Agency>

export const SavedAgency = z.object({ data: Agency, version: z.number().int() })
export type SavedAgency = z.infer<typeof SavedAgency>

export const PublicAgency = AgencyProfile.pick({
  name: true,
  squarePhotoURL: true,
  darkModeSquarePhotourl: true,
  brandingText: true,
  mainWebsite: true,
  supportEmail: true,
  tosPage: true,
  privacyPolicypPage: true,
  themeVariant: true,
  themeColorUsage: true,
  googleFont: true,
  customThemeJSONString: true,
  secondaryColorHex: true,
}).extend({
  ID: z.string(),
  settings: AgencySettings.omit({ hideAccountExistence: true }),
  hasEmailDomain: z.boolean().default(false),
})
export type PublicAgency = z.infer<typeof PublicAgency>

export const AgencyChange = z
  .strictObject({
    name: text(100).min(1, rule('agency_name_required')),
    brandingText: text(2000),
    squarePhotoURL: text(200),
    darkModeSquarePhotourl: text(200),
    settings: z
      .strictObject({
        disablePasswordLogin: z.boolean(),
        hideAccountExistence: z.boolean(),
        showPricing: z.boolean(),
        footerText: text(300),
        footerLinks: z
          .array(
            z.strictObject({
              label: text(60).min(1, rule('fields_required')),
              href: WebAddress.min(1, rule('fields_required')),
            }),
          )
          .max(MAX_FOOTER_LINKS),
      })
      .partial(),
    mainWebsite: WebAddress,
    supportEmail: text(254),
    tosPage: WebAddress,
    privacyPolicypPage: WebAddress,
    address: text(500),
    ...agencyLookInput,
    customTabs: CustomTabsInput,
  })
  .partial()
export const FEEDBACK_MAX = 5000
export const MAX_FEEDBACK_FILES = 5
/** For all files together; 1 MB is 1,000,000 bytes. */
export const MAX_FEEDBACK_MB = 5
/** Bytes of a feedback call: 5 MB of files as base64, and the message. */
export const MAX_FEEDBACK_BODY = 7_500_000

/** The specification's field names. The server decides the recipient and the sender. */
export const Feedback = z.strictObject({
  to: z.string().max(254).optional(),
  subject: z.string().max(200).optional(),
  /** Markup and escaped characters make it longer than the message. */
  html: z
    .string()
    .trim()
    .min(1, rule('fields_required'))
    .max(5 * FEEDBACK_MAX),
  agencyData: z.strictObject({ ID: z.string().max(100), name: z.string().max(100).optional() }).optional(),
  bucket: z
    .array(z.strictObject({ filename: z.string().max(200), base64Payload: z.string().min(1).max(MAX_FEEDBACK_BODY) }))
    .max(MAX_FEEDBACK_FILES)
    .optional(),
})
export type Feedback = z.infer<typeof Feedback>

export type AgencyChange = z.infer<typeof AgencyChange>
export type AgencyEdits = z.input<typeof AgencyChange>
