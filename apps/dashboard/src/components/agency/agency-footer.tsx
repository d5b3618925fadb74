// The footer of an agency's pages outside of the dashboard.
import { Anchor, Group, Text } from '@mantine/core'
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRODUCT } from '../../lib/product.ts'

/** `pricing`: whether the product's pricing page is on this host. */
export function AgencyFooter({ agency, pricing }: { agency: PublicAgency; pricing: boolean }) {
  const { t } = useTranslation()
  const [year] = useState(() => new Date().getFullYear())
  const { footerText, footerLinks, showPricing } = agency.settings
  const links = [
    { label: t('client.footer.terms'), href: agency.tosPage },
    { label: t('client.footer.privacy'), href: agency.privacyPolicypPage },
    ...footerLinks,
  ].filter(({ href }) => href !== '')
  return (
    <Group component="footer" justify="center" gap="4px 16px" p="md">
      <Text size="xs" c="dimmed" dir="auto">
        {footerText || t('client.footer.copyright', { year, name: agency.name })}
      </Text>
      {showPricing && (
        <Text size="xs" c="dimmed">
          {t('client.poweredBy', { product: PRODUCT })}
        </Text>
      )}
      {links.map(({ label, href }) => (
        <Anchor key={label + href} size="xs" c="dimmed" href={href} target="_blank" rel="noopener" dir="auto">
          {label}
        </Anchor>
      ))}
      {showPricing && pricing && (
        <Anchor size="xs" c="dimmed" href="/pricing">
          {t('client.footer.pricing')}
        </Anchor>
      )}
      <Text size="xs" c="dimmed" fw={500}>
        {t('client.footer.gdpr')}
      </Text>
    </Group>
  )
}
