// A widget's theme with a preview.
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { WithPreview } from '../design/with-preview.tsx'

const ThemeEditor = lazy(() => import('../design/theme-editor.tsx'))

export default function ThemeTab() {
  const { t } = useTranslation()
  return (
    <WithPreview title={t('widget.tabs.theme')}>
      <ThemeEditor />
    </WithPreview>
  )
}
