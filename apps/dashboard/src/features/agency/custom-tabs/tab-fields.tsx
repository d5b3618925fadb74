// Editor of a custom tab: name, place and content.
import { SegmentedControl, Stack, Switch, TextInput, Input } from '@mantine/core'
import type { CustomTab } from '@parlance/contract/agencies/custom-tabs'
import {
  isFrameUrl,
  MAX_TAB_HTML,
  MAX_TAB_ICON_MB,
  MAX_TAB_JS,
  tabHrefProblem,
} from '@parlance/contract/agencies/tab-rules'
import { ACCEPTED_IMAGES } from '@parlance/contract/files/schemas'
import { useTranslation } from 'react-i18next'
import { CodeEditor } from '../../../components/inputs/code-editor/code-editor.tsx'
import { Upload } from '../../../components/inputs/upload/upload.tsx'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { uploadPicture } from '../upload-picture.ts'

interface Props {
  tab: CustomTab
  /** URLs of the other tabs. */
  others: readonly string[]
  onChange: (change: Partial<CustomTab>) => void
}

export function TabFields({ tab, others, onChange }: Props) {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const problem = tabHrefProblem(tab.href, others)
  return (
    <Stack gap="md" pt="md">
      <TextInput
        label={t('agency.customTabs.label')}
        maxLength={40}
        required
        value={tab.label}
        error={tab.label.trim() === '' && t('agency.customTabs.labelRequired')}
        onChange={({ currentTarget }) => onChange({ label: currentTarget.value })}
      />
      <TextInput
        label={t('agency.customTabs.href')}
        description={t('agency.customTabs.hrefHint')}
        dir="ltr"
        maxLength={100}
        required
        value={tab.href}
        error={problem && t(`agency.customTabs.problems.${problem}`)}
        onChange={({ currentTarget }) => onChange({ href: currentTarget.value })}
      />
      <Icon value={tab.iconUrl} onChange={(iconUrl) => onChange({ iconUrl })} />
      <Switch
        label={t('agency.customTabs.alwaysVisible')}
        description={t('agency.customTabs.alwaysVisibleHint')}
        checked={tab.alwaysVisible}
        onChange={({ currentTarget }) => onChange({ alwaysVisible: currentTarget.checked })}
      />
      <Input.Wrapper label={t('agency.customTabs.pageType')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('agency.customTabs.pageType')}
          readOnly={readOnly}
          value={tab.pageType}
          onChange={(pageType) => onChange({ pageType: pageType as CustomTab['pageType'] })}
          data={[
            { value: 'html', label: t('agency.customTabs.html') },
            { value: 'iframe', label: t('agency.customTabs.iframe') },
          ]}
        />
      </Input.Wrapper>
      {tab.pageType === 'iframe' ? (
        <TextInput
          type="url"
          label={t('agency.customTabs.iframeUrl')}
          description={t('agency.customTabs.iframeHint')}
          placeholder="https://"
          maxLength={2000}
          value={tab.iframeUrl}
          error={tab.iframeUrl !== '' && !isFrameUrl(tab.iframeUrl) && t('agency.customTabs.iframeProblem')}
          onChange={({ currentTarget }) => onChange({ iframeUrl: currentTarget.value })}
        />
      ) : (
        <>
          <CodeEditor
            label={t('agency.customTabs.htmlContent')}
            description={t('agency.customTabs.htmlHint')}
            language="html"
            value={tab.htmlContent}
            error={tab.htmlContent.length > MAX_TAB_HTML && t('agency.customTabs.tooLong')}
            onChange={(htmlContent) => onChange({ htmlContent })}
          />
          <CodeEditor
            label={t('agency.customTabs.jsContent')}
            description={t('agency.customTabs.jsHint')}
            language="javascript"
            value={tab.jsContent}
            error={tab.jsContent.length > MAX_TAB_JS && t('agency.customTabs.tooLong')}
            onChange={(jsContent) => onChange({ jsContent })}
          />
        </>
      )}
    </Stack>
  )
}

function Icon({ value, onChange }: { value: string; onChange: (url: string) => void }) {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  return (
    <Upload
      label={t('agency.customTabs.icon')}
      description={t('agency.customTabs.iconHint')}
      value={value}
      onChange={onChange}
      maxMB={MAX_TAB_ICON_MB}
      accept={ACCEPTED_IMAGES}
      send={uploadPicture(region, workspace.uid)}
    />
  )
}
