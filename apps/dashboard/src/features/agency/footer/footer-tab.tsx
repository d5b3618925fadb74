// The footer of an agency's pages and the product's branding in it.
import { ActionIcon, Button, Stack, Switch, TextInput } from '@mantine/core'
import { type FooterLink, MAX_FOOTER_LINKS } from '@parlance/contract/agencies/schemas'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../components/feedback/read-only.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import classes from '../agency.module.css'
import { WebAddressInput } from '../web-address-input.tsx'

export default function FooterTab() {
  const { t } = useTranslation()
  const { agency, edit } = useAgencyDraft()
  const { footerText, showPricing } = agency.settings
  const [year] = useState(() => String(new Date().getFullYear()))
  return (
    <>
      <Section title={t('agency.footer.text')} description={t('agency.footer.textHint')}>
        <TextInput
          label={t('agency.footer.copyright')}
          placeholder={t('agency.footer.copyrightDefault', { year, name: agency.name })}
          maxLength={300}
          value={footerText}
          onChange={({ currentTarget }) => edit({ settings: { footerText: currentTarget.value } })}
        />
        <Switch
          label={t('agency.footer.showPricing')}
          description={t('agency.footer.showPricingHint')}
          checked={showPricing}
          onChange={({ currentTarget }) => edit({ settings: { showPricing: currentTarget.checked } })}
        />
      </Section>
      <Section title={t('agency.footer.links')} description={t('agency.footer.linksHint')}>
        <Links />
      </Section>
    </>
  )
}

function Links() {
  const { t } = useTranslation()
  const { agency, edit } = useAgencyDraft()
  const links = agency.settings.footerLinks
  const put = (footerLinks: FooterLink[]) => edit({ settings: { footerLinks } })
  const set = (at: number, change: Partial<FooterLink>) =>
    put(links.map((link, index) => (index === at ? { ...link, ...change } : link)))
  return (
    <Stack gap="sm">
      {links.map((link, at) => (
        // Links are identified by their index.
        <div key={at} className={classes.link}>
          <TextInput
            label={t('agency.footer.label')}
            maxLength={60}
            value={link.label}
            onChange={({ currentTarget }) => set(at, { label: currentTarget.value })}
          />
          <WebAddressInput label={t('agency.footer.href')} value={link.href} onChange={(href) => set(at, { href })} />
          <Editing>
            <ActionIcon
              size="lg"
              aria-label={t('agency.footer.remove', { name: link.label })}
              onClick={() => put(links.filter((_, index) => index !== at))}
            >
              <IconTrash size={18} stroke={1.5} />
            </ActionIcon>
          </Editing>
        </div>
      ))}
      <Editing>
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} />}
            disabled={links.length >= MAX_FOOTER_LINKS}
            onClick={() => put([...links, { label: '', href: '' }])}
          >
            {t('agency.footer.add')}
          </Button>
        </div>
      </Editing>
    </Stack>
  )
}
