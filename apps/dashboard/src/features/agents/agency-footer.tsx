// The footer of an agency on pages that anybody can open on its host.
import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agencyHost } from '../../lib/agency/host.ts'
import { regionalApi } from '../../lib/api.ts'

const PRODUCT = 'Parlance'

export function AgencyFooter({ region, agencyId }: NonNullable<typeof agencyHost>) {
  const { t } = useTranslation()
  const agency = useQuery(
    regionalApi(region).agencies.getPublic.queryOptions({ input: { agencyId }, staleTime: 300_000 }),
  ).data?.data
  const [year] = useState(() => String(new Date().getFullYear()))
  if (!agency) return null
  const { footerText, footerLinks, showPricing } = agency.settings
  const links = [
    { label: t('client.footer.terms'), href: agency.tosPage },
    { label: t('client.footer.privacy'), href: agency.privacyPolicypPage },
    ...footerLinks,
  ].filter(({ href }) => href !== '')
  return (
    <Group component="footer" justify="center" gap="xs" p="md" fz="xs" c="dimmed">
      <span dir="auto">{footerText || t('client.footer.copyright', { year, name: agency.name })}</span>
      {showPricing && <span>{t('client.poweredBy', { product: PRODUCT })}</span>}
      {links.map(({ label, href }) => (
        <Anchor key={label + href} href={href} target="_blank" rel="noopener noreferrer" fz="xs" c="dimmed" dir="auto">
          {label}
        </Anchor>
      ))}
      <Text span fz="xs" fw={700}>
        {t('client.footer.gdpr')}
      </Text>
    </Group>
  )
}
