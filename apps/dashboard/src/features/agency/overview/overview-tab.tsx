// The agency's name, logo, pages and client sign-in.
import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { isMailAddress } from '@parlance/contract/domains/schemas'
import { ACCEPTED_IMAGES, MAX_UPLOAD_MB } from '@parlance/contract/files/schemas'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/layout/page.tsx'
import { Upload } from '../../../components/inputs/upload/upload.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useAgencyDraft } from '../agency-draft.tsx'
import classes from '../agency.module.css'
import { uploadPicture } from '../upload-picture.ts'
import { WebAddressInput } from '../web-address-input.tsx'
import { SecretField } from './secret-field.tsx'
import { VideoIntro } from './video-intro.tsx'

const PAGES = ['mainWebsite', 'tosPage', 'privacyPolicypPage'] as const

export default function OverviewTab() {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  const { agency, edit } = useAgencyDraft()
  const send = uploadPicture(region, workspace.uid)
  const logo = { send, maxMB: MAX_UPLOAD_MB, accept: ACCEPTED_IMAGES }
  return (
    <>
      <VideoIntro />
      <Section title={t('agency.overview.brand')} description={t('agency.overview.brandHint')}>
        <div className={classes.logos}>
          <Upload
            label={t('agency.overview.logo')}
            description={t('agency.overview.logoHint')}
            value={agency.squarePhotoURL}
            onChange={(squarePhotoURL) => edit({ squarePhotoURL })}
            {...logo}
          />
          <Upload
            label={t('agency.overview.darkLogo')}
            description={t('agency.overview.darkLogoHint')}
            value={agency.darkModeSquarePhotourl}
            onChange={(darkModeSquarePhotourl) => edit({ darkModeSquarePhotourl })}
            {...logo}
          />
        </div>
        <TextInput
          label={t('agency.overview.name')}
          maxLength={100}
          required
          value={agency.name}
          error={agency.name.trim() === '' && t('agency.overview.nameRequired')}
          onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
        />
        <Textarea
          label={t('agency.overview.brandingText')}
          description={t('agency.overview.brandingHint')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2000}
          value={agency.brandingText}
          onChange={({ currentTarget }) => edit({ brandingText: currentTarget.value })}
        />
      </Section>
      <Section title={t('agency.overview.contact')} description={t('agency.overview.contactHint')}>
        {PAGES.map((page) => (
          <WebAddressInput
            key={page}
            label={t(`agency.overview.${page}`)}
            value={agency[page]}
            onChange={(address) => edit({ [page]: address })}
          />
        ))}
        <TextInput
          type="email"
          label={t('agency.overview.supportEmail')}
          description={t('agency.overview.supportHint')}
          maxLength={254}
          value={agency.supportEmail}
          error={
            agency.supportEmail !== '' &&
            !isMailAddress(agency.supportEmail.trim()) &&
            t('agency.domains.email.invalid')
          }
          onChange={({ currentTarget }) => edit({ supportEmail: currentTarget.value })}
        />
        <Textarea
          label={t('agency.overview.address')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={500}
          value={agency.address}
          onChange={({ currentTarget }) => edit({ address: currentTarget.value })}
        />
      </Section>
      <Section title={t('agency.overview.signIn')}>
        <Stack gap="sm">
          <Switch
            label={t('agency.overview.disablePasswords')}
            description={t('agency.overview.disablePasswordsHint')}
            checked={agency.settings.disablePasswordLogin}
            onChange={({ currentTarget }) => edit({ settings: { disablePasswordLogin: currentTarget.checked } })}
          />
          <Switch
            label={t('agency.overview.hideAccounts')}
            description={t('agency.overview.hideAccountsHint')}
            checked={agency.settings.hideAccountExistence}
            onChange={({ currentTarget }) => edit({ settings: { hideAccountExistence: currentTarget.checked } })}
          />
        </Stack>
      </Section>
      <Section
        title={t('agency.overview.developers')}
        description={<Text span>{t('agency.overview.secretHint')}</Text>}
      >
        <SecretField />
      </Section>
    </>
  )
}
